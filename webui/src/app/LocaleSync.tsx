import { useEffect } from 'react';
import { activateLocale } from '@/i18n';
import { useLocale } from '@/state/locale';

export function LocaleSync() {
  const locale = useLocale();
  // Synchronises the chosen language with the i18n instance and the document, and again when the network is back.
  useEffect(() => {
    const ask = () => void activateLocale(locale).catch(() => 0);
    ask();
    addEventListener('online', ask);
    return () => removeEventListener('online', ask);
  }, [locale]);
  return null;
}
