import { ErrorState } from '../ui/ErrorState';

interface RestoreFailedProps {
  error: unknown;
  onRetry: () => void;
}

/** The stored session could not be taken up: the server did not answer. */
export default function RestoreFailed({ error, onRetry }: RestoreFailedProps) {
  return (
    <main>
      <ErrorState error={error} onRetry={onRetry} />
    </main>
  );
}
