import { useT } from '@/i18n';
import { Failed } from '@/i18n/PartFailed';
import { Button } from '@/ui/Button';

/** Needs nothing that would have to be fetched first. */
export function CrashPage() {
  const t = useT();
  return (
    <Failed role="alert">
      <h1>{t('common.crash.title')}</h1>
      {t('common.crash.text')}
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {t('common.crash.reload')}
      </Button>
    </Failed>
  );
}
