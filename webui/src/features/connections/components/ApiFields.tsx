import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { Panel } from '@/ui/Panel';
import { Switch } from '@/ui/Switch';
import { TextField } from '@/ui/TextField';
import { newToken, type ConnectionForm } from '../model';
import { useFieldError } from '../useFieldError';

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

/** The token with which programs send by this number. It is seen while it is made, and never again. */
export function ApiFields({ edited }: { edited: Connection | null }) {
  const t = useT();
  const error = useFieldError();
  const { control } = useFormContext<ConnectionForm>();
  const token = useController({ control, name: 'token' }).field;
  const removes = useController({ control, name: 'removesToken' }).field;
  const [copied, setCopied] = useState('');
  const isStored = edited?.tokenSet === true;
  const handleCopy = async () => {
    await navigator.clipboard.writeText(token.value);
    setCopied(token.value);
  };
  const isCopied = token.value !== '' && copied === token.value;
  return (
    <>
      <TextField
        label={t('connections.field.token')}
        hint={t(isStored ? 'connections.tokenStored' : 'connections.tokenHint')}
        placeholder={isStored ? t('connections.stored') : ''}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        disabled={removes.value}
        error={error('token')}
        ref={token.ref}
        name="token"
        value={token.value}
        onBlur={token.onBlur}
        onChange={token.onChange}
      />
      <Tools>
        <Button variant="secondary" size="sm" disabled={removes.value} onClick={() => token.onChange(newToken())}>
          {t('connections.tokenMake')}
        </Button>
        <Button
          variant="ghost"
          size="sm"
          icon={isCopied ? <Check /> : <Copy />}
          disabled={token.value === ''}
          onClick={() => void handleCopy().catch(() => undefined)}
        >
          {t(isCopied ? 'connections.letters.copied' : 'connections.letters.copy')}
        </Button>
      </Tools>
      {isStored && (
        <Panel>
          <Switch label={t('connections.tokenRemove')} isOn={removes.value} onChange={removes.onChange} isWide />
        </Panel>
      )}
    </>
  );
}
