import { fireEvent, screen } from '@testing-library/react';
import { createRef } from 'react';
import { expect, it, vi } from 'vitest';
import type { Ticket } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { BoardCard } from './BoardCard';
import { tagLane } from './model';

const lane = tagLane({ id: 1, name: 'Novo', color: '#111111', priority: 1, category: '' });

function show(more: Partial<Ticket>) {
  const ticket = makeTicket({ id: 48, ...more });
  const onOpen = vi.fn();
  const rest = { isSelected: false, isHole: false, isCarried: false, hintId: 'hint', lanes: [lane], today: new Date() };
  renderSignedIn(
    <BoardCard
      {...rest}
      ticket={ticket}
      lane={lane}
      wanted={createRef() as never}
      onOpen={onOpen}
      onBegin={vi.fn()}
      onKey={vi.fn()}
      onBlur={vi.fn()}
      onMoveTo={vi.fn()}
    />,
  );
  return { onOpen, ticket };
}
const text = () => document.querySelector('[data-card]')?.textContent ?? '';

// spec: A024 A046
it('shows name, picture, ticket and number of who writes, and whose the last message is', () => {
  const { onOpen, ticket } = show({ fromMe: true, lastMessage: 'Já vejo', lastMessageUser: { id: 1, name: 'Marina' } });
  expect(document.querySelector('[data-initials=BN]')).toBeTruthy();
  expect(screen.getByText('#48 · +55 11 98888-7777')).toBeTruthy();
  expect(screen.getByText('Você: Já vejo')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Beatriz Nogueira' }));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(ticket);
});

// spec: A024 A046
it.each([
  [{ id: 2, name: 'Rafael Lima' }, 'Rafael: Já vejo'],
  [null, 'Empresa: Já vejo'],
])('marks what was said on the side of the company with who said it', (lastMessageUser, line) => {
  show({ fromMe: true, lastMessage: 'Já vejo', lastMessageUser });
  expect(screen.getByText(line)).toBeTruthy();
});

// spec: A024 A046
it("shows the contact's own picture where there is one", () => {
  show({ contact: { ...makeTicket().contact, profilePicUrl: '/public/beatriz.jpg' } });
  const pictures = [...document.querySelectorAll('[data-card] img')].map((picture) => picture.getAttribute('src'));
  expect(pictures).toEqual(['/public/beatriz.jpg']);
});

// spec: A024
it('says "Grupo" in the place of a number, and marks nothing that a customer said', () => {
  const group = { ...makeTicket().contact, name: 'Família', number: '1203630@g.us', isGroup: true };
  show({ contact: group, isGroup: true, lastMessage: 'Oi' });
  expect(screen.getByText('#48 · Grupo')).toBeTruthy();
  expect(text()).not.toMatch(/Você|Empresa/);
});
