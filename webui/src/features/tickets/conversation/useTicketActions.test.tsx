import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import type { Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { signIn } from '@/state/session';
import { ticketCalls } from '@/features/tickets/api';
import { useTicketActions } from './useTicketActions';

const a = makeTicket({ id: 1, uuid: 'a', status: 'pending' });

function Page({ ticket, onAsked }: { ticket: Ticket; onAsked: () => void }) {
  const actions = useTicketActions(ticket);
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [hasDialog, setHasDialog] = useState(false);
  return (
    <>
      <p data-testid="where">{pathname}</p>
      <button onClick={actions.accept}>Aceitar</button>
      <button onClick={actions.giveBack}>Devolver</button>
      <button onClick={() => actions.close({}, onAsked)}>Encerrar</button>
      <button onClick={actions.reopen}>Reabrir</button>
      <button onClick={() => actions.transfer({ userId: 4 }, () => undefined)}>Transferir</button>
      <button onClick={actions.markUnread}>Não lida</button>
      <button onClick={() => void navigate('/tickets/b')}>B</button>
      <button onClick={() => setHasDialog(true)}>Novo</button>
      <textarea />
      {hasDialog && <div role="dialog" />}
    </>
  );
}

/** A page at an address, and a server whose answer to the next step is held back. */
function show(path: string, ticket: Ticket = a) {
  window.history.pushState(null, '', path);
  signIn({ token: 'test', user: makeUser() });
  let answer: (next: Ticket) => void = () => {};
  let refuse: (error: Error) => void = () => {};
  vi.spyOn(ticketCalls, 'change').mockImplementation(
    () =>
      new Promise<Ticket>((resolve, reject) => {
        answer = resolve;
        refuse = reject;
      }),
  );
  const onAsked = vi.fn();
  const client = new QueryClient();
  render(
    <QueryClientProvider client={client}>
      <BrowserRouter>
        <Page ticket={ticket} onAsked={onAsked} />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  const press = (name: string) => {
    const button = screen.getByRole('button', { name });
    button.focus();
    fireEvent.click(button);
  };
  return {
    press,
    onAsked,
    where: () => screen.getByTestId('where').textContent,
    answer: async (next: Partial<Ticket>) => {
      await waitFor(() => expect(ticketCalls.change).toHaveBeenCalled());
      await act(async () => answer({ ...ticket, ...next }));
    },
    refuse: async (error: Error) => {
      await waitFor(() => expect(ticketCalls.change).toHaveBeenCalled());
      await act(async () => refuse(error));
    },
  };
}

afterEach(() => window.history.pushState(null, '', '/'));

// spec: S063
describe('a slow answer to a step', () => {
  it.each([
    ['Aceitar', 'pending'],
    ['Reabrir', 'closed'],
  ] as const)('shows the conversation to who waits for it: %s', async (step, status) => {
    const { press, answer, where } = show('/tickets', { ...a, status });
    press(step);
    await answer({ status: 'open', userId: 1 });
    await waitFor(() => expect(where()).toBe('/tickets/a'));
  });

  it.each([
    ['in another conversation', () => fireEvent.click(screen.getByRole('button', { name: 'B' })), '/tickets/b'],
    ['in a text', () => screen.getByRole('textbox').focus(), '/tickets'],
    ['in a dialog', () => fireEvent.click(screen.getByRole('button', { name: 'Novo' })), '/tickets'],
  ])('leaves who has gone on where they are: %s', async (_, goOn, place) => {
    const { press, answer, where } = show('/tickets');
    press('Aceitar');
    goOn();
    await answer({ status: 'open', userId: 1 });
    expect(where()).toBe(place);
  });

  it.each(['Devolver', 'Encerrar'])('leaves the conversation of %s, and not the one opened since', async (step) => {
    const open = { ...a, status: 'open' as const, userId: 1 };
    const { press, answer, where } = show('/tickets/a', open);
    press(step);
    press('B');
    await answer({ status: step === 'Devolver' ? 'pending' : 'closed' });
    expect(where()).toBe('/tickets/b');
  });

  it.each([
    ['Devolver', { status: 'pending', userId: null }],
    ['Encerrar', { status: 'closed' }],
    ['Transferir', { userId: 4, user: { id: 4, name: 'Rafael' } }],
  ] as const)('goes back to the list from the conversation that is shown: %s', async (step, next) => {
    const { press, answer, where } = show('/tickets/a', { ...a, status: 'open', userId: 1 });
    press(step);
    await answer(next);
    await waitFor(() => expect(where()).toBe('/tickets'));
  });

  // spec: S065
  it('leaves a conversation before it is marked as unread, since one in sight is read', async () => {
    const { press } = show('/tickets/a', { ...a, status: 'open', userId: 1 });
    const at: string[] = [];
    const mark = vi.spyOn(ticketCalls, 'markUnread').mockImplementation(async () => {
      at.push(window.location.pathname);
      return { ...a, unreadMessages: 1 };
    });
    press('Não lida');
    await waitFor(() => expect(mark).toHaveBeenCalledExactlyOnceWith(1));
    expect(at).toEqual(['/tickets']);
  });

  it('asks for the reason of closing only who has not gone on', async () => {
    const required = new ApiError('ERR_CLOSING_REASON_REQUIRED', 400, '');
    const { press, refuse, onAsked } = show('/tickets', { ...a, status: 'open', userId: 1 });
    press('Encerrar');
    await refuse(required);
    await waitFor(() => expect(onAsked).toHaveBeenCalledTimes(1));
    vi.mocked(ticketCalls.change).mockClear();
    press('Encerrar');
    screen.getByRole('textbox').focus();
    await refuse(required);
    expect(onAsked).toHaveBeenCalledTimes(1);
  });
});
