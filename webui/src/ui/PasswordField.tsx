import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { Field } from './Field';
import { IconButton } from './IconButton';
import { Input } from './Input';
import type { TextFieldProps } from './TextField';

const Wrap = styled.div`
  position: relative;

  & > input {
    padding-right: 46px;
  }
  & > button {
    position: absolute;
    top: 50%;
    right: 5px;
    transform: translateY(-50%);
  }
`;

export function PasswordField({ label, aside, hint, error, size = 'md', ref, ...rest }: TextFieldProps) {
  const t = useT();
  const [isShown, setIsShown] = useState(false);
  return (
    <Field label={label} aside={aside} hint={hint} error={error}>
      {(control) => (
        <Wrap>
          <Input ref={ref} {...rest} {...control} data-size={size} type={isShown ? 'text' : 'password'} />
          <IconButton
            label={isShown ? t('common.hidePassword') : t('common.showPassword')}
            onClick={() => setIsShown(!isShown)}
          >
            {isShown ? <EyeOff /> : <Eye />}
          </IconButton>
        </Wrap>
      )}
    </Field>
  );
}
