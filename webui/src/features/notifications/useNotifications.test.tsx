import { act, screen } from '@testing-library/react';
import { useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import * as sound from '@/lib/sound';
import { announceIncoming } from '@/state/incoming';
import { useNotifications } from './useNotifications';

/** What the browser shows, and the click on it. */
const shown: { title: string; body: string | undefined; click: () => void }[] = [];

class FakeNotification {
  static readonly permission = 'granted';
  readonly close = vi.fn();
  readonly #title: string;
  readonly #body: string | undefined;
  constructor(title: string, options?: NotificationOptions) {
    this.#title = title;
    this.#body = options?.body;
  }
  addEventListener(_: string, click: () => void) {
    shown.push({ title: this.#title, body: this.#body, click });
  }
}

function Watching() {
  useNotifications();
  return <output>{useLocation().pathname}</output>;
}

function watch() {
  renderSignedIn(<Watching />, { user: makeUser({ id: 7 }), path: '/contacts' });
}

const say = () =>
  act(() =>
    announceIncoming({
      ticket: { id: 1, uuid: '0b2f', status: 'open', userId: 7, queueId: 10 },
      message: { id: 1, body: 'Oi', mediaType: null, fromMe: false },
      contact: { id: 1, name: 'Beatriz' },
    }),
  );

beforeEach(() => {
  shown.length = 0;
  vi.spyOn(api, 'get').mockResolvedValue({ tickets: [], nextCursor: null } as never);
  vi.spyOn(sound, 'playPing').mockImplementation(() => undefined);
  vi.spyOn(console, 'info').mockImplementation(() => undefined);
  vi.spyOn(window, 'focus').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

// spec: S011 S021
it('tells of a message by a notice that leads to its conversation', () => {
  vi.stubGlobal('Notification', FakeNotification);
  watch();
  say();
  expect(shown.map(({ title, body }) => [title, body])).toEqual([['Mensagem de Beatriz', 'Oi']]);
  expect(console.info).not.toHaveBeenCalled();
  act(() => shown[0]?.click());
  expect(screen.getByRole('status').textContent).toBe('/tickets/0b2f');
});

// spec: S021
it('only logs a line where the browser has no notices', () => {
  vi.stubGlobal('Notification', undefined);
  watch();
  say();
  expect(console.info).toHaveBeenCalledExactlyOnceWith('This browser has no notifications.');
  expect(shown).toEqual([]);
  expect(screen.queryByRole('alert')).toBeNull();
});
