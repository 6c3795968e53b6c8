import { signal } from '@preact/signals-react';
import { useSignals } from '@preact/signals-react/runtime';
import { readStored, writeStored } from './storage';

export const LOCALES = ['pt', 'en', 'es'] as const;
export type Locale = (typeof LOCALES)[number];
export const DEFAULT_LOCALE: Locale = 'pt';

/** The name of each language in itself, shown in the language choices. */
export const LOCALE_NAMES: Record<Locale, string> = { pt: 'Português (BR)', en: 'English', es: 'Español' };

const isLocale = (value: string | null): value is Locale => LOCALES.some((locale) => locale === value);

/** The choice that was made here before, else Portuguese, whatever the browser speaks (S006, S143). */
function firstLocale(): Locale {
  const chosen = readStored('locale');
  return isLocale(chosen) ? chosen : DEFAULT_LOCALE;
}

/** The browser's language, while nothing was chosen here: it is offered, never taken. */
export function offeredLocale(): Exclude<Locale, 'pt'> | null {
  if (isLocale(readStored('locale'))) return null;
  const first = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLocale);
  return first === undefined || first === 'pt' ? null : first;
}

const locale = signal<Locale>(firstLocale());

export function useLocale(): Locale {
  useSignals();
  return locale.value;
}

export function currentLocale(): Locale {
  return locale.peek();
}

/** Remembers the choice; `app/LocaleSync` loads the texts and switches. */
export function setLocale(next: Locale): void {
  locale.value = next;
  writeStored('locale', next);
}

/** The BCP 47 tag for `lang` and for `Intl`. */
export function htmlLang(value: Locale): string {
  return value === 'pt' ? 'pt-BR' : value;
}
