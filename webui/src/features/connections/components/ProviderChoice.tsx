import BadgeCheck from 'lucide-react/icons/badge-check';
import Smartphone from 'lucide-react/icons/smartphone';
import TestTubeDiagonal from 'lucide-react/icons/test-tube-diagonal';
import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { FieldGroup } from '@/ui/FieldGroup';
import { useIsDemo } from '../api';
import type { ConnectionForm } from '../model';

const Root = styled(FieldGroup)`
  grid-template-columns: repeat(auto-fit, minmax(180px, 1fr));
`;

const Card = styled.label`
  display: flex;
  gap: 10px;
  padding: 12px;
  border: 1px solid ${color.lineStrong};
  border-radius: ${radius.md};
  cursor: pointer;

  & > svg {
    flex: none;
    width: 18px;
    height: 18px;
    color: ${color.textMuted};
    stroke-width: 1.75;
  }
  &:hover {
    background: ${color.hover};
  }
  &:has(:checked) {
    border-color: ${color.accent};
    background: ${color.selected};
  }
  &:has(:checked) > svg {
    color: ${color.accent};
  }
  &:has(:focus-visible) {
    outline: 2px solid ${color.focus};
    outline-offset: 2px;
  }
`;

const Words = styled.span`
  display: grid;
  align-content: start;
  font-size: ${font.base};
  font-weight: ${font.medium};

  & > small {
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-weight: ${font.regular};
  }
`;

export function ProviderChoice() {
  const t = useT();
  const isDemo = useIsDemo();
  const { register } = useFormContext<ConnectionForm>();
  const radio = (value: 'beta' | 'cloud' | 'simulator') => (
    <input type="radio" value={value} className="visually-hidden" {...register('provider')} />
  );
  return (
    <Root>
      <legend>{t('connections.field.provider')}</legend>
      <Card>
        {radio('beta')}
        <Smartphone aria-hidden />
        <Words>
          <span>{t('connections.provider.beta')}</span>
          <small>{t('connections.providerText.beta')}</small>
        </Words>
      </Card>
      <Card>
        {radio('cloud')}
        <BadgeCheck aria-hidden />
        <Words>
          <span>{t('connections.provider.cloud')}</span>
          <small>{t('connections.providerText.cloud')}</small>
        </Words>
      </Card>
      {isDemo && (
        <Card>
          {radio('simulator')}
          <TestTubeDiagonal aria-hidden />
          <Words>
            <span>{t('connections.provider.simulator')}</span>
            <small>{t('connections.providerText.simulator')}</small>
          </Words>
        </Card>
      )}
    </Root>
  );
}
