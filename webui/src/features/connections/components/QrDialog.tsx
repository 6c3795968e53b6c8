import { encode } from 'uqr';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, media, radius } from '@/styles/tokens';
import { Dialog } from '@/ui/Dialog';

const Body = styled.div`
  display: grid;
  grid-template-columns: 1fr auto;
  gap: 24px;
  align-items: center;

  @media ${media.sm} {
    grid-template-columns: 1fr;
    justify-items: center;
  }
`;

const Steps = styled.ol`
  display: grid;
  gap: 12px;
  color: ${color.textMuted};
  font-size: ${font.base};
  counter-reset: step;

  & > li {
    display: flex;
    gap: 10px;
  }
  & > li::before {
    content: counter(step);
    counter-increment: step;
    display: grid;
    flex: none;
    place-items: center;
    width: 20px;
    height: 20px;
    border-radius: 50%;
    background: ${color.accentSoft};
    color: ${color.accentText};
    font-size: ${font.xs};
    font-weight: ${font.semibold};
  }
`;

const Code = styled.svg`
  width: 256px;
  height: 256px;
  border-radius: ${radius.md};
  background: #fff;
`;

interface QrDialogProps {
  connection: Connection | null;
  onClose: () => void;
}

/** A059: a new code from the server replaces the shown one, and an empty one closes the dialog. */
export function QrDialog({ connection, onClose }: QrDialogProps) {
  const t = useT();
  const code = connection?.qrcode ?? '';
  return (
    <Dialog isOpen={code !== ''} onClose={onClose} title={t('connections.qr.title')} size="lg">
      <Body>
        <Steps>
          <li>{t('connections.qr.step1')}</li>
          <li>{t('connections.qr.step2')}</li>
          <li>{t('connections.qr.step3')}</li>
          <li>{t('connections.qr.step4')}</li>
        </Steps>
        {code !== '' && <QrCode text={code} label={t('connections.qr.title')} />}
      </Body>
    </Dialog>
  );
}

function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <Code viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path d={path} fill="#000" />
    </Code>
  );
}
