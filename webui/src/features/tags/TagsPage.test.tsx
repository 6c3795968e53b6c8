import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import type { SessionUser, TagDetails } from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import TagsPage from './TagsPage';

afterEach(() => vi.restoreAllMocks());

const tag: TagDetails = { id: 1, name: 'VIP', color: '#b7791f', kanban: 1, priority: 7, ticketsCount: 3 };

function show(profile: SessionUser['profile']) {
  vi.spyOn(api, 'get').mockResolvedValue({ tags: [tag], count: 1, hasMore: false } as never);
  renderSignedIn(<TagsPage />, { user: makeUser({ profile }), path: '/tags' });
}

// spec: A011 A095
it.each([
  ['admin', true],
  ['supervisor', true],
  ['user', false],
] as const)('lets a %s make a tag a lane of the board: %s', async (profile, isOffered) => {
  show(profile);
  const row = (await screen.findAllByText('VIP'))[0]?.closest('tr') as HTMLElement;
  expect(within(row).getByText('3 atendimentos')).toBeTruthy();
  expect(within(row).queryByRole('button', { name: 'Editar VIP' }) !== null).toBe(isOffered);
  fireEvent.click(screen.getByRole('button', { name: 'Nova tag' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByLabelText('Nome')).toBeTruthy();
  expect(dialog.getAllByRole('radio', { name: /^Cor/ }).length).toBeGreaterThan(1);
  expect(dialog.queryByRole('switch', { name: 'Raia do kanban' }) !== null).toBe(isOffered);
});
