import { useEffect } from 'react';
import { activateLocale } from '@/i18n';
import { useLocale } from '@/state/locale';

export function LocaleSync() {
  const locale = useLocale();
  // Synchronises the chosen language with the i18n instance and the document.
  useEffect(() => {
    void activateLocale(locale);
  }, [locale]);
  return null;
}
