import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

const source = readFileSync(join(import.meta.dirname, 'worker.js'), 'utf8').replace(
  /^const WORDS = .*;$/m,
  `const WORDS = ${JSON.stringify({ pt: { from: 'Mensagem de {name}', media: 'Um arquivo' }, en: { from: 'From {name}', media: 'A file' } })};`,
);

const page = (path: string, visibilityState = 'hidden') => ({
  url: `https://desk.example${path}`,
  visibilityState,
  focus: vi.fn(),
  postMessage: vi.fn(),
});
type Page = ReturnType<typeof page>;

/** The worker with these windows open; `send` gives it an event and waits until it is done. */
function start(pages: Page[], language = 'pt-BR') {
  const listeners = new Map<string, (event: object) => void>();
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    clients: { matchAll: async () => pages, openWindow: vi.fn() },
    registration: { showNotification: vi.fn() },
    navigator: { language },
  };
  new Function('self', source)(self);
  return {
    ...self,
    async send(name: string, event: object) {
      let done: unknown;
      listeners.get(name)?.({ ...event, waitUntil: (work: unknown) => (done = work) });
      await done;
    },
  };
}

const notice = { ticketId: 9, uuid: 'a-b', name: 'Beatriz $& Cia', text: 'Oi' };
const pushed = (data: object = notice) => ({ data: { json: () => data } });
const clicked = () => ({ notification: { close: vi.fn(), data: { ticket: 'a-b' } } });

// spec: S021
describe('a pushed notice', () => {
  it('is shown once a ticket, in the language of the browser', async () => {
    const worker = start([page('/tickets')]);
    await worker.send('push', pushed());
    expect(worker.registration.showNotification).toHaveBeenCalledWith(
      'Mensagem de Beatriz $& Cia',
      expect.objectContaining({ body: 'Oi', tag: 'ticket-9', renotify: true, data: { ticket: 'a-b' } }),
    );
    const english = start([], 'en-GB');
    await english.send('push', pushed({ ...notice, text: null }));
    expect(english.registration.showNotification).toHaveBeenCalledWith(
      'From Beatriz $& Cia',
      expect.objectContaining({ body: 'A file' }),
    );
    const other = start([], 'fr');
    await other.send('push', pushed());
    expect(other.registration.showNotification).toHaveBeenCalledWith(
      'Mensagem de Beatriz $& Cia',
      expect.objectContaining({ body: 'Oi' }),
    );
  });

  it('is not shown beside a page in sight, nor without content', async () => {
    const worker = start([page('/tickets'), page('/contacts', 'visible')]);
    await worker.send('push', pushed());
    await worker.send('push', { data: null });
    expect(worker.registration.showNotification).not.toHaveBeenCalled();
  });

  it('leads the open desk to the ticket', async () => {
    const [login, desk] = [page('/login'), page('/contacts')];
    const worker = start([login, desk]);
    await worker.send('notificationclick', clicked());
    expect(desk.focus).toHaveBeenCalled();
    expect(desk.postMessage).toHaveBeenCalledWith({ ticket: 'a-b' }, []);
    expect(login.focus).not.toHaveBeenCalled();
    expect(worker.clients.openWindow).not.toHaveBeenCalled();
  });

  it('opens the desk at the ticket where none is open', async () => {
    const worker = start([page('/login')]);
    const click = clicked();
    await worker.send('notificationclick', click);
    expect(click.notification.close).toHaveBeenCalled();
    expect(worker.clients.openWindow).toHaveBeenCalledWith('/tickets/a-b');
  });
});
