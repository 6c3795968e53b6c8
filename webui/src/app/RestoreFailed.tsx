import { useEffect } from 'react';
import styled from 'styled-components';
import { ErrorState } from '@/ui/ErrorState';

/** The network is said to be back a little before it is. */
const ASK_EVERY_MS = 5000;

const Root = styled.main`
  display: grid;
  min-height: 100dvh;
`;

interface RestoreFailedProps {
  error: unknown;
  /** Asks again without a word; what is shown stays until there is an answer. */
  onAsk: () => void;
  onRetry: () => void;
}

/** The stored session could not be taken up: the server did not answer. */
export default function RestoreFailed({ error, onAsk, onRetry }: RestoreFailedProps) {
  // Synchronises with the network and the clock: when the server is back, nobody has to press anything.
  useEffect(() => {
    const timer = setInterval(onAsk, ASK_EVERY_MS);
    window.addEventListener('online', onAsk);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', onAsk);
    };
  }, [onAsk]);

  return (
    <Root>
      <ErrorState isPage error={error} onRetry={onRetry} />
    </Root>
  );
}
