import { CloudAlert } from 'lucide-react';
import { errorText, useT } from '../i18n';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
}

export function ErrorState({ error, onRetry }: ErrorStateProps) {
  const t = useT();
  return (
    <EmptyState
      role="alert"
      icon={<CloudAlert />}
      title={t('common.loadFailed')}
      text={errorText(error)}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
