import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Announcement } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { color, palettes } from '@/styles/tokens';
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

// spec: S047 S140
it('shows the three priorities in red, orange and grey', () => {
  const query = { isSuccess: true, hasNextPage: false } as unknown as ReturnType<typeof useAnnouncements>;
  const records = [1, 2, 3].map((priority) => ({ ...record, id: priority, priority }) as Announcement);
  renderSignedIn(<AnnouncementsList query={query} records={records} onSeen={vi.fn()} onOpen={vi.fn()} />);
  const colors = ['Alta', 'Média', 'Baixa'].map((name) => getComputedStyle(screen.getByText(name)).color);
  expect(colors).toEqual([color.danger, color.warning, color.textMuted]);
});

// spec: S047 S140
it.each(['light', 'dark'] as const)('has for them what is red, orange and grey in the %s theme', (theme) => {
  const mixOf = (name: 'danger' | 'warning' | 'textMuted') =>
    [1, 3, 5].map((at) => Number.parseInt(palettes[theme][name].slice(at, at + 2), 16)) as [number, number, number];
  const [red, ...others] = mixOf('danger');
  expect(red).toBeGreaterThan(1.5 * Math.max(...others));
  const [most, between, least] = mixOf('warning');
  expect(most > between && between > least + 50).toBe(true);
  const grey = mixOf('textMuted');
  expect(Math.max(...grey) - Math.min(...grey)).toBeLessThan(20);
});
