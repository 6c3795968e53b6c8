import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { renderSignedIn } from '@/dev/signedIn';
import HelpsPage from './HelpsPage';

afterEach(() => vi.restoreAllMocks());

const helps = [
  { id: 1, title: 'Primeiros passos', video: 'dQw4w9WgXcQ', description: 'Do começo' },
  { id: 2, title: 'Campanhas', video: 'aaaaaaaaaaa', description: '' },
];

// spec: A018 A038 A104
it('counts its videos in the title, shows each as a card, and plays one until Escape', async () => {
  const get = vi.spyOn(api, 'get').mockResolvedValue(helps as never);
  renderSignedIn(<HelpsPage />, { path: '/helps' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Ajuda (2)' })).toBeTruthy();
  expect(get.mock.calls.map(([path]) => path)).toEqual(['/helps/list']);
  const cards = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(cards).toEqual(['Assistir: Primeiros passosDo começo', 'Assistir: Campanhas']);
  expect(document.querySelector('iframe')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: /Primeiros passos/ }));
  const video = await screen.findByTitle('Primeiros passos');
  expect(video).toBeInstanceOf(HTMLIFrameElement);
  expect(video.getAttribute('src')).toContain('/embed/dQw4w9WgXcQ');
  const dialog = screen.getByRole('dialog', { name: 'Primeiros passos' });
  expect(dialog.contains(video)).toBe(true);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(document.querySelector('iframe')).toBeNull();
});
