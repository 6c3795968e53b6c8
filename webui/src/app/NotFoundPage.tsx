import { useT } from '../i18n';

export function NotFoundPage() {
  const t = useT();
  return <main>{t('common.notFound.title')}</main>;
}
