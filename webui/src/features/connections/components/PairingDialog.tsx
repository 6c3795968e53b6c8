import { useEffect, useState } from 'react';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { useOnce } from '@/ui/useOnce';
import { useSessionAction } from '../api';
import { PairingHistory } from './PairingHistory';
import { PairingLetters } from './PairingLetters';
import { PairingScreen } from './PairingScreen';
import { PairingSteps } from './PairingSteps';

const Body = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 28px;
  align-items: start;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
    justify-items: center;
  }
`;

const Left = styled.div`
  display: grid;
  gap: 20px;
  width: 100%;

  /* On a phone the camera is in the same hand: letters come first. */
  @media ${media.sm} {
    & > :last-child {
      order: -1;
    }
  }
`;

const Said = styled.p`
  display: flex;
  flex: 1;
  align-items: center;
  gap: 8px;
  color: ${color.textMuted};
  font-size: ${font.base};

  &::before {
    content: '';
    width: 8px;
    height: 8px;
    border-radius: 50%;
    background: currentColor;
  }
`;

const CLOSES_AFTER_MS = { CONNECTED: 2000, DISCONNECTED: 8000, TIMEOUT: 8000 } as const;

interface PairingDialogProps {
  connection: Connection;
  /** A session was asked for that has not been heard of. */
  isFresh: boolean;
  onClose: () => void;
}

/** A059: a new code from the server replaces the shown one. An empty one closes the dialog, as soon as it was said why. */
export function PairingDialog({ connection, isFresh, onClose }: PairingDialogProps) {
  const t = useT();
  const user = useUser();
  const run = useSessionAction();
  const once = useOnce(run.isPending);
  const { id, name, status } = connection;
  // What was before the new session is not what became of it.
  const [isBeginning, setIsBeginning] = useState(isFresh);
  const isUnderWay = status === 'OPENING' || status === 'qrcode' || status === 'PAIRING';
  if (isBeginning && isUnderWay) setIsBeginning(false);

  const start = (action: 'tryAgain' | 'newQr') => {
    setIsBeginning(true);
    run.mutate({ id, action }, { onError: () => setIsBeginning(false) });
  };
  const closesAfter = isBeginning || isUnderWay ? null : CLOSES_AFTER_MS[status];
  // Synchronises with the clock: what has ended is read, and goes.
  useEffect(() => {
    if (closesAfter === null) return undefined;
    const timer = setTimeout(onClose, closesAfter);
    return () => clearTimeout(timer);
  }, [closesAfter, onClose]);

  const shown = isBeginning ? 'OPENING' : status;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('connections.qr.title')}
      description={t('connections.qr.text', { name })}
      size="lg"
      footer={
        <>
          <Said role="status">{t(`connections.qr.said.${shown}`)}</Said>
          <Button variant="secondary" onClick={onClose}>
            {t('common.close')}
          </Button>
        </>
      }
    >
      <Body>
        <Left>
          <PairingSteps />
          {status === 'qrcode' && <PairingHistory connection={connection} />}
          {status === 'qrcode' && <PairingLetters connection={connection} />}
        </Left>
        <PairingScreen
          connection={connection}
          isBeginning={isBeginning}
          isBusy={run.isPending}
          onTryAgain={() => once(() => start('tryAgain'))}
          onNewCode={
            hasPermission(user, 'connections-page:editOrDeleteConnection') ? () => once(() => start('newQr')) : null
          }
        />
      </Body>
    </Dialog>
  );
}
