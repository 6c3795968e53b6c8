import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { keys } from '@/api/keys';
import { loadFeatures } from '@/i18n';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { OutageBanner } from './OutageBanner';

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
const connection = (more: object) => [{ id: 7, name: 'Loja Centro', status: 'DISCONNECTED', ...more }];
const down = connection({ downSince: minutesAgo(14), downToldAt: minutesAgo(12) });

async function show(list: object, user = makeUser()) {
  await loadFeatures('outage');
  const view = renderSignedIn(<OutageBanner />, { user });
  await act(async () => {
    view.client.setQueryData(keys.connections, list);
    // attendants are not told
    if (user.profile !== 'user') view.client.setQueryData(keys.connectionHealth, [{ id: 7, waiting: 23 }]);
  });
  return view;
}

const bars = () => screen.queryAllByRole('status');

afterEach(() => localStorage.clear());

// rule B16
describe('the banner of a number that is down', () => {
  it('says since when, to everybody', async () => {
    await show(down);
    await waitFor(() => expect(bars()).toHaveLength(1));
    expect(bars()[0]?.textContent).toBe('Loja Centro está desconectada há 14 min.');
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('says what waits, and leads to the numbers, those who look after them', async () => {
    await show(down, makeUser({ profile: 'supervisor' }));
    await waitFor(() => expect(bars()).toHaveLength(1));
    expect(bars()[0]?.textContent).toContain('23 mensagens esperam para sair.');
    expect(screen.getByRole('link', { name: 'Reconectar' }).getAttribute('href')).toBe('/connections');
  });

  it('is silent before the company was told, and when the number is back', async () => {
    const { client } = await show(connection({ downSince: minutesAgo(1), downToldAt: null }));
    expect(bars()).toHaveLength(0);
    await act(async () => client.setQueryData(keys.connections, down));
    await waitFor(() => expect(bars()).toHaveLength(1));
    await act(async () => client.setQueryData(keys.connections, connection({ downSince: null, downToldAt: null })));
    await waitFor(() => expect(bars()).toHaveLength(0));
  });

  it('is closed for this outage, and comes with the next one', async () => {
    const { client } = await show(down);
    await waitFor(() => expect(bars()).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Fechar o aviso de Loja Centro' }));
    expect(bars()).toHaveLength(0);
    await act(async () => client.setQueryData(keys.connections, [...down]));
    expect(bars()).toHaveLength(0);
    const next = connection({ downSince: minutesAgo(3), downToldAt: minutesAgo(1) });
    await act(async () => client.setQueryData(keys.connections, next));
    await waitFor(() => expect(bars()).toHaveLength(1));
  });
});
