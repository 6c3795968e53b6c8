import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import type { ConnectionForm } from '../model';

const Root = styled.section`
  display: grid;
  gap: 8px;
  padding: 12px 14px;
  border-radius: ${radius.md};
  background: ${color.warningSoft};
  color: ${color.text};
  font-size: ${font.sm};

  & > h3 {
    display: flex;
    align-items: center;
    gap: 8px;
    margin: 0;
    font-size: ${font.base};
    font-weight: ${font.medium};
  }
  & > h3 > svg {
    flex: none;
    width: 18px;
    height: 18px;
  }
  & > ul {
    display: grid;
    gap: 4px;
    margin: 0;
    padding-left: 18px;
    list-style: disc;
  }
  & > p {
    margin: 0;
  }
  & > button {
    justify-self: start;
  }
`;

const POINTS = ['terms', 'ban', 'pace', 'change', 'limits'] as const;

/** What a number that is paired like WhatsApp Web means, said before it is paired, with the official way beside it. */
export function BetaNote() {
  const t = useT();
  const { setValue } = useFormContext<ConnectionForm>();
  return (
    <Root aria-labelledby="beta-note">
      <h3 id="beta-note">
        <TriangleAlert aria-hidden />
        {t('connections.beta.title')}
      </h3>
      <ul>
        {POINTS.map((point) => (
          <li key={point}>{t(`connections.beta.${point}`)}</li>
        ))}
      </ul>
      <p>{t('connections.beta.official')}</p>
      <Button variant="secondary" size="sm" onClick={() => setValue('provider', 'cloud', { shouldDirty: true })}>
        {t('connections.beta.useOfficial')}
      </Button>
    </Root>
  );
}
