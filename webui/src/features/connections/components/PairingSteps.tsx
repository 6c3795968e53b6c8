import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';

const Steps = styled.ol`
  display: grid;
  gap: 14px;
  font-size: ${font.base};
  counter-reset: step;

  & > li {
    display: flex;
    gap: 12px;
    line-height: 1.5;
  }
  & > li::before {
    content: counter(step);
    counter-increment: step;
    display: grid;
    flex: none;
    place-items: center;
    width: 22px;
    height: 22px;
    border-radius: 50%;
    background: ${color.accentSoft};
    color: ${color.accentText};
    font-size: ${font.xs};
    font-weight: ${font.semibold};
  }
`;

/** How a phone is paired, in four steps (A009). */
export function PairingSteps() {
  const t = useT();
  return (
    <Steps>
      <li>{t('connections.qr.step1')}</li>
      <li>{t('connections.qr.step2')}</li>
      <li>{t('connections.qr.step3')}</li>
      <li>{t('connections.qr.step4')}</li>
    </Steps>
  );
}
