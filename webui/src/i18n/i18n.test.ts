import { afterEach, expect, it, vi } from 'vitest';
import english from './locales/en/todo.json';
import { activateLocale, i18n, loadFeatures } from './i18n';

afterEach(() => {
  vi.restoreAllMocks();
  i18n.activate('pt');
});

it('speaks a language no sooner than the texts of a page that came near meanwhile are there', async () => {
  const load = vi.spyOn(i18n, 'load');
  const activate = vi.spyOn(i18n, 'activate');
  const switched = activateLocale('en');
  await loadFeatures('todo');
  await switched;

  const call = load.mock.calls.findIndex((said) => JSON.stringify(said) === JSON.stringify(['en', english]));
  expect(call).toBeGreaterThanOrEqual(0);
  expect(load.mock.invocationCallOrder[call]).toBeLessThan(activate.mock.invocationCallOrder[0] ?? 0);
});
