import { TriangleAlert } from 'lucide-react';
import { useT } from '../i18n';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';

export function CrashPage() {
  const t = useT();
  return (
    <EmptyState
      isPage
      role="alert"
      icon={<TriangleAlert />}
      title={t('common.crash.title')}
      text={t('common.crash.text')}
      action={
        <Button variant="secondary" onClick={() => window.location.reload()}>
          {t('common.crash.reload')}
        </Button>
      }
    />
  );
}
