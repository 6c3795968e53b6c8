// The texts of the pages in the three languages, read from the files that the pages themselves use.
import { readFileSync, readdirSync } from 'node:fs';

export const languages = ['pt', 'en', 'es'];

/** Every language is chosen by its own name. */
export const languageNames = { pt: 'Português (BR)', en: 'English', es: 'Español' };

function load(language) {
  const folder = new URL(`../../src/i18n/locales/${language}/`, import.meta.url);
  const parts = readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => JSON.parse(readFileSync(new URL(file, folder), 'utf8')));
  return Object.assign({}, ...parts);
}

const catalogues = Object.fromEntries(languages.map((language) => [language, load(language)]));

/** The text of an id; an unknown id is an error, so that a renamed text fails loudly. */
export function text(language, id) {
  const found = catalogues[language][id];
  if (found === undefined) throw new Error(`no text ${id} in ${language}`);
  return found;
}
