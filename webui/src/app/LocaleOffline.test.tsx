import { act, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { activateLocale } from '@/i18n';
import { setLocale } from '@/state/locale';
import { LocaleSync } from './LocaleSync';

vi.mock('@/i18n', async (load) => ({ ...(await load<object>()), activateLocale: vi.fn() }));

const asked = vi.mocked(activateLocale);
afterEach(() => {
  act(() => setLocale('pt'));
  asked.mockReset();
});

it('asks for a language that was chosen without network when it is back, and for the last one alone', async () => {
  const isBack = () => act(async () => void dispatchEvent(new Event('online')));
  asked.mockResolvedValue();
  render(<LocaleSync />);
  asked.mockRejectedValue(new TypeError('Failed to fetch'));
  await act(async () => setLocale('en'));
  await act(async () => setLocale('es'));
  expect(asked.mock.calls).toEqual([['pt'], ['en'], ['es']]);
  await isBack();
  expect(asked.mock.calls.slice(3)).toEqual([['es']]);
});
