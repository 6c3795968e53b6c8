import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Chat } from '@/api/types';
import { makeTicket } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { ChatRow } from '@/features/chats/components/ChatRow';
import NotificationList from '@/features/notifications/components/NotificationList';
import { DayDivider } from '@/features/tickets/conversation/DayDivider';
import { formatMoment, setZone } from '@/lib/dates';
import { useToday } from '@/lib/useToday';

const LATE = '2026-07-03T02:59:30Z';
const EARLY = '2026-07-03T03:00:05Z';

beforeEach(() => {
  vi.useFakeTimers();
  setZone('America/Sao_Paulo');
});
afterEach(() => {
  vi.useRealTimers();
  setZone(null);
});

/** As lists of tickets do. */
function Row() {
  return <p data-testid="row">{formatMoment(LATE, useToday())}</p>;
}
const noop = () => undefined;

// Before, each looked at the clock a minute after it was shown, and bell and chats not at all: for up to a minute there were two
// days named "Hoje", and what one list showed by its time the other showed by its date.
// spec: S032
it('ends everywhere at midnight that something is of today', async () => {
  vi.setSystemTime(new Date('2026-07-03T02:58:20Z'));
  const first = renderSignedIn(<Row />);
  await act(() => vi.advanceTimersByTimeAsync(75_000));
  const late = makeTicket({ id: 1, lastMessageAt: LATE, unreadMessages: 1 });
  renderSignedIn(
    <>
      <DayDivider at={LATE} />
      <NotificationList tickets={[late]} isPending={false} onClose={noop} />
      <ul>
        <ChatRow
          chat={{ id: 1, title: 'Equipe', lastMessage: '', updatedAt: LATE } as Chat}
          unreads={0}
          onOpen={noop}
        />
      </ul>
    </>,
  );
  const times = () => screen.queryAllByText(/^23:59/).length;
  const dates = () => screen.queryAllByText(/^02\/07\/2026/).length;
  await act(() => vi.advanceTimersByTimeAsync(24_000));
  expect([times(), dates()]).toEqual([3, 0]);
  expect(screen.getByText('Hoje')).toBeTruthy();

  await act(() => vi.advanceTimersByTimeAsync(11_000));
  renderSignedIn(<DayDivider at={EARLY} />);
  expect([times(), dates()]).toEqual([0, 3]);
  expect(screen.getAllByText(/^(Hoje|Ontem)$/).map(({ textContent }) => textContent)).toEqual(['Ontem', 'Hoje']);
  first.unmount();
});
