import CloudAlert from 'lucide-react/icons/cloud-exclamation-point';
import WifiOff from 'lucide-react/icons/wifi-off';
import { isOffline } from '@/api/error';
import { errorText, useT } from '@/i18n';
import { Button } from './Button';
import { EmptyState } from './EmptyState';

interface ErrorStateProps {
  error: unknown;
  onRetry: () => void;
  /** What could not be done, where that is not to be guessed. */
  title?: string;
  /** It is the whole page. */
  isPage?: boolean;
}

export function ErrorState({ error, onRetry, title, isPage }: ErrorStateProps) {
  const t = useT();
  const isCut = isOffline(error);
  return (
    <EmptyState
      role="alert"
      isPage={isPage}
      icon={isCut ? <WifiOff /> : <CloudAlert />}
      title={isCut ? t('common.offline') : (title ?? t('common.loadFailed'))}
      text={errorText(error)}
      action={
        <Button variant="secondary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
