import CircleCheck from 'lucide-react/icons/circle-check';
import RotateCw from 'lucide-react/icons/rotate-cw';
import Unplug from 'lucide-react/icons/unplug';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { formatPhone } from '@/lib/phone';
import { useNow } from '@/lib/useNow';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';
import { reasonText } from '../reason';
import { QrCode } from '@/ui/QrCode';

const Root = styled.div`
  display: grid;
  gap: 10px;
  justify-items: center;
`;

const Frame = styled.div`
  display: grid;
  place-items: center;
  width: 290px;
  height: 290px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  &[data-code] {
    background: #fff;
  }
`;

const State = styled.div`
  display: grid;
  gap: 8px;
  justify-items: center;
  padding: 0 24px;
  text-align: center;

  & > strong {
    font-size: ${font.md};
  }
  & > p {
    color: ${color.textMuted};
    font-size: ${font.base};
    overflow-wrap: anywhere;
  }
`;

const Mark = styled.span`
  display: grid;
  place-items: center;
  width: 44px;
  height: 44px;
  border-radius: 50%;
  background: ${color.active};
  color: ${color.textMuted};

  & > svg {
    width: 20px;
    height: 20px;
  }
  &[data-tone='success'] {
    background: ${color.successSoft};
    color: ${color.success};
  }
  &[data-tone='warning'] {
    background: ${color.warningSoft};
    color: ${color.warning};
  }
  &[data-tone='danger'] {
    background: ${color.dangerSoft};
    color: ${color.danger};
  }
`;

const Foot = styled.p`
  min-height: 1.5em;
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-variant-numeric: tabular-nums;
`;

const SECOND_MS = 1000;

function Countdown({ until }: { until: string | null }) {
  const t = useT();
  const now = useNow(until === null ? null : SECOND_MS);
  if (until === null) return <Foot />;
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - now) / SECOND_MS));
  return <Foot aria-hidden>{t('connections.qr.next', { seconds })}</Foot>;
}

interface PairingScreenProps {
  connection: Connection;
  /** Nothing has been heard of the session that was just asked for. */
  isBeginning: boolean;
  isBusy: boolean;
  onTryAgain: () => void;
  /** Null for those who may not forget a session. */
  onNewCode: (() => void) | null;
}

/** What stands where the code does: the code, or what became of it. Its place never changes. */
export function PairingScreen({ connection, isBeginning, isBusy, onTryAgain, onNewCode }: PairingScreenProps) {
  const t = useT();
  const { status, statusReason, qrcode, qrcodeExpiresAt, number, accountName, pairingCode } = connection;
  if (qrcode !== '' && status === 'qrcode') {
    return (
      <Root>
        <Frame data-code>
          <QrCode text={qrcode} label={t('connections.qr.title')} />
        </Frame>
        {/* while letters are typed the code stays */}
        <Countdown until={pairingCode === '' ? (qrcodeExpiresAt ?? null) : null} />
      </Root>
    );
  }

  const again = (
    <Button size="sm" isBusy={isBusy} onClick={onNewCode ?? onTryAgain}>
      {t(onNewCode ? 'connections.qr.newCode' : 'connections.action.tryAgain')}
    </Button>
  );
  const show = (mark: ReactNode, title: string, text: string | null, action?: ReactNode) => (
    <Root>
      <Frame>
        <State>
          {mark}
          <strong>{title}</strong>
          {text && <p>{text}</p>}
          {action}
        </State>
      </Frame>
      <Foot />
    </Root>
  );

  if (isBeginning || status === 'OPENING' || status === 'qrcode') {
    return show(<Spinner size={28} />, t('connections.qr.asking'), null);
  }
  switch (status) {
    case 'PAIRING':
      return show(<Spinner size={28} />, t('connections.qr.pairing'), t('connections.qr.pairingText'));
    case 'CONNECTED':
      return show(
        <Mark data-tone="success">
          <CircleCheck />
        </Mark>,
        t('connections.status.CONNECTED'),
        [number ? formatPhone(number) : null, accountName].filter(Boolean).join(' · '),
      );
    case 'TIMEOUT':
      return show(
        <Mark data-tone="warning">
          <WifiOff />
        </Mark>,
        t('connections.status.TIMEOUT'),
        reasonText(t, statusReason),
        <Button size="sm" isBusy={isBusy} onClick={onTryAgain}>
          {t('connections.action.tryAgain')}
        </Button>,
      );
    case 'DISCONNECTED':
      return statusReason === 'unscanned'
        ? show(
            <Mark data-tone="warning">
              <RotateCw />
            </Mark>,
            t('connections.qr.over'),
            reasonText(t, statusReason),
            again,
          )
        : show(
            <Mark data-tone="danger">
              <Unplug />
            </Mark>,
            t('connections.qr.ended'),
            reasonText(t, statusReason),
            again,
          );
  }
}
