import { Suspense, useCallback, useEffect, useState, type ReactNode } from 'react';
import { api } from '@/api/client';
import { lazyPart } from '@/i18n';
import { useSessionStatus } from '@/state/session';
import { PageSpinner } from '@/ui/PageSpinner';

const RestoreFailed = lazyPart(() => import('./RestoreFailed'), 'errors');

interface SessionRestoreProps {
  children: ReactNode;
}

/** After a reload the stored session is taken up again; without an answer of the server nothing is thrown away. */
export function SessionRestore({ children }: SessionRestoreProps) {
  const status = useSessionStatus();
  const [error, setError] = useState<unknown>(null);

  const ask = useCallback(() => {
    api.refresh().then(
      (isRestored) => setError(isRestored ? null : 'ERR_BUSY'),
      (failure: unknown) => setError(failure),
    );
  }, []);

  // Synchronises the stored token with the server's session.
  useEffect(() => {
    if (status === 'restoring') ask();
  }, [status, ask]);

  const handleRetry = () => {
    setError(null);
    ask();
  };

  if (status !== 'restoring') return children;
  if (error !== null) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <RestoreFailed error={error} onAsk={ask} onRetry={handleRetry} />
      </Suspense>
    );
  }
  return <PageSpinner />;
}
