/** The one i18n instance. Catalogues are loaded per feature and language, only when a page needs them. */
import { i18n, type Messages } from '@lingui/core';
import type { Catalogue } from './ids';
import { DEFAULT_LOCALE, htmlLang, type Locale } from '@/state/locale';

/** Where catalogues are, by their path below `locales`. */
export type Loaders = Record<string, () => Promise<{ default: Messages }>>;

/** Those of the first pages. The table of all others, some 50 in each language, is fetched by language: it is no small part
 * of a log-in. */
const first: Loaders = import.meta.glob<{ default: Messages }>('./locales/*/{common,login,shell,tickets}.json');
const others: Record<Locale, () => Promise<{ loaders: Loaders }>> = {
  pt: () => import('./loaders/pt'),
  en: () => import('./loaders/en'),
  es: () => import('./loaders/es'),
};

/** Texts needed before the first paint of any page. */
const CORE: readonly Catalogue[] = ['common'];
const wanted = new Set<Catalogue>(CORE);
const loaded = new Set<string>();

async function loadCatalogue(locale: Locale, feature: Catalogue): Promise<void> {
  const key = `${locale}/${feature}`;
  if (loaded.has(key)) return;
  const loader = first[`./locales/${key}.json`] ?? (await others[locale]()).loaders[`../locales/${key}.json`];
  if (!loader) throw new Error(`no catalogue ${key}`);
  const { default: messages } = await loader();
  loaded.add(key);
  i18n.load(locale, messages);
}

/** Loads the texts of the named features in the language in use. Call it beside the `import()` of a lazy page. */
export async function loadFeatures(...features: Catalogue[]): Promise<void> {
  for (const feature of features) wanted.add(feature);
  const locale = (i18n.locale || DEFAULT_LOCALE) as Locale;
  await Promise.all(features.map((feature) => loadCatalogue(locale, feature)));
}

let latest: Locale | null = null;

/** Loads the wanted texts of a language, also those that are wanted meanwhile, then switches to it. The last call wins. */
export async function activateLocale(locale: Locale): Promise<void> {
  latest = locale;
  const { size } = wanted;
  await Promise.all([...wanted].map((feature) => loadCatalogue(locale, feature)));
  if (latest !== locale) return;
  if (wanted.size > size) return activateLocale(locale);
  i18n.activate(locale);
  document.documentElement.lang = htmlLang(locale);
}

export { i18n };
