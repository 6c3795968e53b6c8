import { useT } from '../i18n';

export function CrashPage() {
  const t = useT();
  return <main>{t('common.crash.title')}</main>;
}
