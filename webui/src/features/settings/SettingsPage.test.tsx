import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { renderSignedIn } from '@/dev/signedIn';
import SettingsPage from './SettingsPage';

afterEach(() => vi.restoreAllMocks());

function show() {
  const open: (() => void)[] = [];
  const put = vi.spyOn(api, 'put').mockImplementation(
    () =>
      new Promise((resolve) => {
        open.push(() => resolve({} as never));
      }),
  );
  vi.spyOn(api, 'get').mockResolvedValue([] as never);
  const view = renderSignedIn(<SettingsPage />);
  view.client.setQueryData(keys.settings, []);
  const values = () => put.mock.calls.map(([path, body]) => [path, (body as { value: string }).value]);
  return { answer: () => open.shift()?.(), values };
}

// Without the mend both wishes were on their way at once, and the older one could be the last to arrive.
it('sends the wishes of a switch one after the other', async () => {
  const { answer, values } = show();
  const [toggle] = await screen.findAllByRole('switch');
  if (toggle) fireEvent.click(toggle);
  await waitFor(() => expect(values()).toHaveLength(1));
  await waitFor(() => expect(toggle?.getAttribute('aria-checked')).toBe('true'));
  if (toggle) fireEvent.click(toggle);
  await waitFor(() => expect(toggle?.getAttribute('aria-checked')).toBe('false'));
  expect(values()).toHaveLength(1);
  answer();
  await waitFor(() => expect(values().map(([, value]) => value)).toEqual(['enabled', 'disabled']));
  answer();
});

// Without the mend every letter on the way to a zone saved another one.
it('saves the zone that letters lead to when the field is left', async () => {
  const { values } = show();
  const zone = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Fuso horário' });
  for (const [key, value] of [
    ['a', 'Africa/Abidjan'],
    ['m', 'America/Manaus'],
  ] as const) {
    fireEvent.keyDown(zone, { key });
    fireEvent.change(zone, { target: { value } });
  }
  expect(values()).toEqual([]);
  fireEvent.blur(zone);
  await waitFor(() => expect(values()).toEqual([['/settings/timeZone', 'America/Manaus']]));
});
