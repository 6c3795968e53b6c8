import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Announcement } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import type { useAnnouncements } from '../api';
import AnnouncementsList from './AnnouncementsList';

const record = { id: 1, title: 'Parada', text: 'Às 22h', priority: 1, createdAt: '2026-07-01T12:00:00Z' };

// spec: S135 S136
it('is at most 300 px high and asks for more within 100 px of its end', () => {
  const fetchNextPage = vi.fn();
  const query = { isSuccess: true, hasNextPage: true, fetchNextPage } as unknown as ReturnType<typeof useAnnouncements>;
  const records = [record as Announcement];
  renderSignedIn(<AnnouncementsList query={query} records={records} onSeen={vi.fn()} onOpen={vi.fn()} />);
  const list = screen.getByRole('list');
  expect(getComputedStyle(list).maxHeight).toBe('300px');
  Object.defineProperties(list, { scrollHeight: { value: 1000 }, clientHeight: { value: 300 } });
  fireEvent.scroll(list, { target: { scrollTop: 600 } });
  expect(fetchNextPage).not.toHaveBeenCalled();
  fireEvent.scroll(list, { target: { scrollTop: 601 } });
  expect(fetchNextPage).toHaveBeenCalledTimes(1);
});
