import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { TicketNote } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { signOut } from '@/state/session';
import { noteCalls } from './noteCalls';
import { Notes } from './Notes';

const ticket = makeTicket({ id: 5, contactId: 8 });
const box = () => screen.getByRole<HTMLTextAreaElement>('textbox');
const write = (text: string) => fireEvent.change(box(), { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Adicionar' }));

function show() {
  const view = renderSignedIn(<Notes ticket={ticket} />);
  view.client.setQueryData<TicketNote[]>(pageKeys.ticketNotes(8), []);
  return view;
}

function holdAnswer() {
  let settle: { resolve: (note: TicketNote) => void; reject: (error: Error) => void } | undefined;
  vi.spyOn(noteCalls, 'add').mockReturnValue(
    new Promise((resolve, reject) => {
      settle = { resolve, reject };
    }),
  );
  return () => settle;
}

afterEach(() => {
  cleanup();
  signOut();
});

describe('notes', () => {
  // spec: S074
  it('have at least two letters', () => {
    show();
    const mayAdd = (text: string) => {
      write(text);
      return !screen.getByRole<HTMLButtonElement>('button', { name: 'Adicionar' }).disabled;
    };
    expect(['', ' a ', 'ok'].map(mayAdd)).toEqual([false, false, true]);
  });

  // Without the mend the answer emptied what had been begun after it.
  it('leave the next one alone while one is saved', async () => {
    const answer = holdAnswer();
    show();
    write('Prefere boleto');
    save();
    await waitFor(() => expect(box().value).toBe(''));
    write('Ligar na sex');
    await act(async () => answer()?.resolve({ id: 1, note: 'Prefere boleto' } as TicketNote));
    expect(box().value).toBe('Ligar na sex');
  });

  it('come back before what was begun meanwhile when they are refused', async () => {
    const answer = holdAnswer();
    show();
    write('Prefere boleto');
    save();
    await waitFor(() => expect(box().value).toBe(''));
    write('Ligar na sex');
    await act(async () => answer()?.reject(new ApiError('ERR_NETWORK', 0, '')));
    await waitFor(() => expect(box().value).toBe('Prefere boleto\nLigar na sex'));
  });

  // Without the mend a very slow machine stored two equal ones.
  it('are stored once for two presses before the field is drawn empty', async () => {
    holdAnswer();
    show();
    write('Prefere boleto');
    const button = screen.getByRole('button', { name: 'Adicionar' });
    await act(async () => {
      button.click();
      button.click();
    });
    expect(vi.mocked(noteCalls.add).mock.calls.map(([, note]) => note)).toEqual(['Prefere boleto']);
  });

  // Without the mend they were gone with the drawer or the conversation.
  it('stay begun with their ticket', () => {
    const { unmount } = show();
    write('Prefere bol');
    unmount();
    show();
    expect(box().value).toBe('Prefere bol');
  });
});

const note = (more: Partial<TicketNote> = {}) =>
  ({
    id: 1,
    note: 'Prefere boleto',
    ticketId: 5,
    contactId: 8,
    userId: 1,
    user: { id: 1, name: 'Marina Duarte', email: 'marina@aurora.example' },
    createdAt: '2026-11-20T17:05:00Z',
    ...more,
  }) as TicketNote;

describe('a note', () => {
  // spec: S038 S049
  it('says who wrote it and when, and of which other ticket it is', async () => {
    setZone('America/Sao_Paulo');
    const { client } = renderSignedIn(<Notes ticket={ticket} />);
    const others = note({ id: 2, note: 'Paga em dia', ticketId: 3, userId: 9, user: null });
    act(() => void client.setQueryData<TicketNote[]>(pageKeys.ticketNotes(8), [note(), others]));
    const items = await screen.findAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual([
      'Prefere boletoMarina Duarte · 20/11/2026 14:05',
      'Paga em diaEx-atendente · 20/11/2026 14:05 · #3',
    ]);
    setZone(null);
  });

  // spec: S038 S103
  it.each([
    ['its author', 1, 'user', true],
    ['a colleague', 2, 'user', false],
    ['a supervisor', 2, 'supervisor', false],
    ['an admin', 2, 'admin', true],
  ] as const)('is deleted by %s: %s', async (_, id, profile, may) => {
    const { client } = renderSignedIn(<Notes ticket={ticket} />, { user: makeUser({ id, profile }) });
    act(() => void client.setQueryData<TicketNote[]>(pageKeys.ticketNotes(8), [note()]));
    expect(await screen.findByText('Prefere boleto')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Excluir observação' }) !== null).toBe(may);
  });
});
