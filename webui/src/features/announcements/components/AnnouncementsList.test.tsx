import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Announcement } from '@/api/types';
import { renderSignedIn } from '@/dev/signedIn';
import { setZone } from '@/lib/dates';
import { color, palettes } from '@/styles/tokens';
import type { useAnnouncements } from '../api';
import AnnouncementsList from './AnnouncementsList';
import AnnouncementViewer from './AnnouncementViewer';

afterEach(() => setZone(null));

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

// spec: S047
it('shows of an announcement its title, its text and its day, and opens the one that is pressed', () => {
  const query = { isSuccess: true, hasNextPage: false } as unknown as ReturnType<typeof useAnnouncements>;
  const records = [record, { ...record, id: 2, title: 'Novidade', text: 'Use as tags' }] as Announcement[];
  const onOpen = vi.fn();
  renderSignedIn(<AnnouncementsList query={query} records={records} onSeen={vi.fn()} onOpen={onOpen} />);
  const [first, second] = screen.getAllByRole('button');
  for (const text of ['Parada', 'Às 22h', '01/07/2026']) expect(within(first!).getByText(text), text).toBeTruthy();
  fireEvent.click(second!);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(records[1]);
});

// spec: S039 S047 S142
it('shows an announcement in full: title, time, whole text and picture by its name', async () => {
  const whole = { ...record, text: 'Às 22h\nAté as 23h', mediaUrl: '/api/media/9', mediaName: 'mapa.png' };
  const onClose = vi.fn();
  setZone('America/Sao_Paulo');
  renderSignedIn(<AnnouncementViewer announcement={whole as Announcement} onClose={onClose} />);
  const dialog = within(await screen.findByRole('dialog', { name: 'Parada' }));
  expect(dialog.getByText('01/07/2026 09:00')).toBeTruthy();
  expect(dialog.getByText(/Às 22h\s+Até as 23h/)).toBeTruthy();
  expect(dialog.getByRole('img', { name: 'mapa.png' }).getAttribute('src')).toBe('/api/media/9');
  fireEvent.click(dialog.getAllByRole('button', { name: 'Fechar' }).at(-1)!);
  expect(onClose).toHaveBeenCalled();
});

// spec: S047 S140 S142
it('shows the three priorities in red, orange and grey, and the days', () => {
  const query = { isSuccess: true, hasNextPage: false } as unknown as ReturnType<typeof useAnnouncements>;
  const records = [1, 2, 3].map((priority) => ({ ...record, id: priority, priority }) as Announcement);
  renderSignedIn(<AnnouncementsList query={query} records={records} onSeen={vi.fn()} onOpen={vi.fn()} />);
  expect(screen.getAllByText('01/07/2026')).toHaveLength(3);
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
