import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chat } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { ChatRow } from './ChatRow';

beforeEach(() => setZone('America/Sao_Paulo'));
afterEach(() => setZone(null));

const chat: Chat = {
  id: 4,
  uuid: '0b2f',
  title: 'Turno da noite',
  ownerId: 1,
  lastMessage: 'Rafael: Quem fica até as oito?',
  users: [],
  createdAt: '2026-07-01T12:00:00Z',
  updatedAt: '2026-07-02T12:00:00Z',
};

// spec: S048
it('shows of a chat its title, what was said last and when, and how much of it is unread', () => {
  const onOpen = vi.fn();
  const view = renderSignedIn(<ChatRow chat={chat} unreads={3} onOpen={onOpen} />);
  const row = screen.getByRole('button');
  for (const text of ['Turno da noite', 'Rafael: Quem fica até as oito?', '02/07/2026', '3']) {
    expect(within(row).getByText(text), text).toBeTruthy();
  }
  fireEvent.click(row);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(chat);
  view.unmount();
  renderSignedIn(<ChatRow chat={chat} unreads={0} onOpen={onOpen} />);
  expect(screen.queryByText('0')).toBeNull();
});
