import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { Ticket, TicketStep } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { Steps } from './Steps';

afterEach(() => {
  vi.restoreAllMocks();
  setZone(null);
});

const opened = { id: 1, action: 'opened', at: '2026-11-20T12:00:00Z' } as TicketStep;
const answer = (steps: TicketStep[]) => vi.spyOn(api, 'get').mockImplementation(() => Promise.resolve(steps) as never);

it('say which campaign the ticket answers, also where nothing else is known', async () => {
  answer([]);
  renderSignedIn(<Steps ticket={makeTicket({ campaign: { id: 3, name: 'Natal' } })} />);
  expect(await screen.findByText('Aberto pela resposta à campanha Natal.')).toBeTruthy();
  expect(screen.queryByText('Aberto pela mensagem do cliente.')).toBeNull();
});

it('say that nothing is known of a ticket that answers none', async () => {
  answer([]);
  renderSignedIn(<Steps ticket={makeTicket({ campaign: null })} />);
  expect(await screen.findByText('Aberto pela mensagem do cliente.')).toBeTruthy();
  expect(screen.queryByText(/campanha/i)).toBeNull();
});

function Moving() {
  const [status, setStatus] = useState<Ticket['status']>('open');
  return (
    <>
      <button type="button" onClick={() => setStatus(status === 'open' ? 'pending' : 'open')}>
        Mover
      </button>
      <Steps ticket={makeTicket({ id: 5, status })} />
    </>
  );
}

it('are asked for again when a ticket comes back to where it stood', async () => {
  const get = answer([opened]);
  renderSignedIn(<Moving />);
  await waitFor(() => expect(get).toHaveBeenCalledTimes(1));
  fireEvent.click(screen.getByRole('button', { name: 'Mover' }));
  await waitFor(() => expect(get).toHaveBeenCalledTimes(2));
  fireEvent.click(screen.getByRole('button', { name: 'Mover' }));
  await waitFor(() => expect(get).toHaveBeenCalledTimes(3));
});

// spec: S142
it('say when each was, by day, month, year, hour and minute of the company', async () => {
  setZone('America/Sao_Paulo');
  answer([{ ...opened, id: 2, action: 'accepted', at: '2026-11-21T01:04:00Z' }, opened]);
  renderSignedIn(<Steps ticket={makeTicket()} />);
  const steps = await screen.findAllByRole('listitem');
  const times = steps.map((step) => step.querySelector('time'));
  expect(times.map((time) => time?.textContent)).toEqual(['20/11/2026 22:04', '20/11/2026 09:00']);
  expect(times.map((time) => time?.dateTime)).toEqual(['2026-11-21T01:04:00Z', '2026-11-20T12:00:00Z']);
});
