import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeStored } from './storage';

/** The language at the start of a page, in a browser that speaks this. */
async function begin(browser: string, stored: string | null) {
  writeStored('locale', stored);
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue([browser]);
  vi.resetModules();
  const { currentLocale, offeredLocale } = await import('./locale');
  return { is: currentLocale(), offered: offeredLocale() };
}

beforeEach(() => localStorage.clear());
afterEach(() => vi.restoreAllMocks());

// spec: S006 S143
it.each(['pt-BR', 'en-US', 'es-AR', 'de'])('is Portuguese at first, where the browser speaks %s', async (browser) => {
  expect((await begin(browser, null)).is).toBe('pt');
});

// spec: S006 S143
it('falls back to Portuguese where what is kept is no language of the product', async () => {
  expect((await begin('en-US', 'fr')).is).toBe('pt');
});

// spec: S006
it.each(['pt', 'en', 'es'])('is %s where that was chosen before', async (chosen) => {
  expect(await begin('de', chosen)).toEqual({ is: chosen, offered: null });
});

// spec: S006
it('offers the language of the browser where the product has it and nothing was chosen', async () => {
  expect((await begin('en-GB', null)).offered).toBe('en');
  expect((await begin('es-MX', null)).offered).toBe('es');
  expect((await begin('pt-PT', null)).offered).toBeNull();
  expect((await begin('de', null)).offered).toBeNull();
});

// spec: S006
it('has three languages by the names they have for themselves', async () => {
  const { LOCALES, LOCALE_NAMES } = await import('./locale');
  expect(LOCALES.map((each) => LOCALE_NAMES[each])).toEqual(['Português (BR)', 'English', 'Español']);
});
