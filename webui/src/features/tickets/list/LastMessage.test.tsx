import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeTicket } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { setDraft } from '@/state/drafts';
import { signIn } from '@/state/session';
import { LastMessage } from './LastMessage';

const ticket = makeTicket({ id: 7, fromMe: false, lastMessage: 'Tem no tamanho M?' });
beforeEach(() => signIn({ token: 'test', user: makeUser() }));
afterEach(() => setDraft(ticket.id, ''));

// spec: S032
describe('the last line of a ticket in the list', () => {
  it('shows what was begun and not sent, as it is typed, and only for its own ticket', () => {
    setDraft(8, 'De outra conversa');
    render(<LastMessage ticket={ticket} isSelected={false} />);
    expect(screen.getByText('Tem no tamanho M?')).toBeTruthy();
    act(() => setDraft(ticket.id, 'Temos *sim*'));
    expect(screen.getByText('Rascunho:').parentElement?.textContent).toBe('Rascunho: Temos sim');
    act(() => setDraft(ticket.id, ''));
    expect(screen.queryByText('Rascunho:')).toBeNull();
    setDraft(8, '');
  });

  it('shows the last message of the conversation that is open', () => {
    setDraft(ticket.id, 'Temos sim');
    render(<LastMessage ticket={ticket} isSelected />);
    expect(screen.getByText('Tem no tamanho M?')).toBeTruthy();
  });

  it('names who of the team said it, without the signature', () => {
    const said = (lastMessageUser: { id: number; name: string } | null, lastMessage: string) =>
      render(<LastMessage ticket={{ ...ticket, fromMe: true, lastMessageUser, lastMessage }} isSelected={false} />)
        .container.textContent;
    expect(said({ id: 1, name: 'Marina' }, '*Marina:*\nTemos')).toBe('Você: Temos');
    expect(said({ id: 2, name: 'Rafael Lima' }, '*Rafael Lima:*\nTemos')).toBe('Rafael: Temos');
    expect(said(null, 'Olá!')).toBe('Empresa: Olá!');
  });
});
