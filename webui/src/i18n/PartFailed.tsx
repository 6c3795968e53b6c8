import { useEffect, useEffectEvent } from 'react';
import styled from 'styled-components';
import { color } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { useT } from './useT';

/** What failed says so here: a page, or a part in its place. */
export const Failed = styled.div`
  display: grid;
  place-content: center;
  justify-items: center;
  gap: 12px;
  min-height: 100%;
  padding: 24px;
  color: ${color.textMuted};
  text-align: center;

  & > h1 {
    color: ${color.text};
    font-size: 1rem;
  }
`;

export interface PartFailedProps {
  /** Settles when the part is there to be shown. */
  onAsk: () => Promise<unknown>;
  onRetry: () => void;
  onForget: () => void;
  /** Of a layer. */
  onClose?: (() => void) | undefined;
}

/** The network is said to be back a little before it is, and a server that is back says nothing at all. */
const ASK_EVERY_MS = 5000;

/** Stands for what the page is whole without: nothing is shown until the network is back, and the part with it. */
export function ExtraFailed({ onAsk, onRetry, onForget }: PartFailedProps) {
  const ask = useEffectEvent(() => void onAsk().then(onRetry, () => undefined));
  // Synchronises with the network and the clock.
  useEffect(() => {
    const handle = () => ask();
    const timer = setInterval(handle, ASK_EVERY_MS);
    window.addEventListener('online', handle);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', handle);
      onForget();
    };
  }, [onForget]);
  return null;
}

/** Stands for a part that did not arrive. Needs nothing that would have to be fetched first. */
export function PartFailed(props: PartFailedProps) {
  const t = useT();
  // All that has not arrived is asked for again, and so is the socket.
  const handleRetry = () => {
    props.onRetry();
    window.dispatchEvent(new Event('online'));
  };
  return (
    <Failed role="alert">
      <ExtraFailed {...props} />
      {t('common.loadFailed')}
      <Button variant="secondary" onClick={handleRetry}>
        {t('common.retry')}
      </Button>
    </Failed>
  );
}
