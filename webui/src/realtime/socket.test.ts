import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { api } from '@/api/client';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import { queryClient } from '@/api/queryClient';
import { makeTicket } from '@/dev/fixtures';
import { makeUser } from '@/dev/signedIn';
import { signIn, signOut } from '@/state/session';
import { currentSocketStatus } from '@/state/socketStatus';
import { joins, retrySocket, syncSocket } from './socket';

type Handler = (...args: unknown[]) => void;

interface Options {
  transports: string[];
  query: Record<string, string>;
}

/** A socket without a network: what the page sent, and a way to play the server. */
class FakeSocket {
  readonly options: Options;
  readonly sent: unknown[][] = [];
  readonly #handlers = new Map<string, Handler>();
  isConnected = true;
  connected = false;
  resumeAnswer: unknown = { ok: true, lastSeq: 9, missed: 0 };

  constructor(options: Options) {
    this.options = options;
  }

  on(event: string, handler: Handler) {
    this.#handlers.set(event, handler);
  }
  off() {
    this.#handlers.clear();
  }
  disconnect() {
    this.isConnected = false;
  }
  timeout() {
    return this;
  }
  emitWithAck(...event: unknown[]) {
    this.sent.push(event);
    return Promise.resolve(event[0] === 'resume' ? this.resumeAnswer : { ok: true });
  }
  play(event: string, ...args: unknown[]) {
    if (event === 'ready') this.connected = true;
    this.#handlers.get(event)?.(...args);
  }
}

const sockets: FakeSocket[] = [];
let failures = 0;
vi.mock('socket.io-client', () => ({
  get io() {
    if (failures > 0) {
      failures -= 1;
      throw new TypeError('Failed to fetch dynamically imported module');
    }
    return (options: Options) => {
      const socket = new FakeSocket(options);
      sockets.push(socket);
      return socket;
    };
  },
}));

const newest = async (count: number) => {
  await vi.waitFor(() => expect(sockets).toHaveLength(count), { timeout: 5000 });
  const socket = sockets.at(-1);
  if (!socket) throw new Error('no socket');
  return socket;
};
const names = (socket: FakeSocket) => socket.sent.map((event) => event.join(' '));

beforeEach(() => {
  sockets.length = 0;
  signIn({ token: 'jwt', user: makeUser() });
  joins.join({ name: 'Tickets', arg: 'open' });
});

afterEach(() => {
  joins.leave({ name: 'Tickets', arg: 'open' });
  signOut();
  syncSocket(undefined, undefined);
});

describe('the live connection', () => {
  // spec: S070 S113
  it('joins after ready, comes back with r=1, repeats its joins and asks for the gap', async () => {
    syncSocket(1, 1);
    const first = await newest(1);
    expect(first.options.query).toEqual({ token: 'jwt' });
    expect(first.options.transports).toEqual(['websocket']);
    expect(first.sent).toEqual([]);
    first.play('ready', { lastSeq: 5 });
    await vi.waitFor(() => expect(names(first)).toEqual(['joinTickets open', 'userStatus']));
    first.play('company-1-ticket', { action: 'update', ticket: makeTicket(), seq: 8 });
    await vi.waitFor(() => expect(currentSocketStatus()).toBe('connected'));

    first.play('disconnect', 'transport close');
    expect(currentSocketStatus()).toBe('lost');
    const second = await newest(2);
    expect(second.options.query).toEqual({ token: 'jwt', r: '1' });
    const asked = vi.spyOn(queryClient, 'invalidateQueries');
    second.play('ready', { lastSeq: 9 });
    second.play('company-1-ticket', { action: 'update', ticket: makeTicket({ id: 2 }), seq: 30 });
    await vi.waitFor(() => expect(second.sent.at(-1)).toEqual(['resume', { lastSeq: 8 }]));
    expect(names(second).slice(0, 2)).toEqual(['joinTickets open', 'userStatus']);
    expect(asked).not.toHaveBeenCalled();
  });

  it('asks for everything anew when the gap cannot be told', async () => {
    syncSocket(1, 1);
    const first = await newest(1);
    first.play('ready', { lastSeq: 5 });
    await vi.waitFor(() => expect(first.sent).toHaveLength(2));
    first.play('disconnect', 'transport close');
    const second = await newest(2);
    second.resumeAnswer = { resync: true };
    const asked = vi.spyOn(queryClient, 'invalidateQueries');
    second.play('ready', { lastSeq: 900 });
    await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  });

  // Without the mend one failure of the code to arrive was the end of all live updates, without a word.
  it('is tried again when its code does not arrive', async () => {
    failures = 1;
    syncSocket(1, 1);
    expect(currentSocketStatus()).toBe('connecting');
    const socket = await newest(1);
    socket.play('ready', { lastSeq: 0 });
    await vi.waitFor(() => expect(currentSocketStatus()).toBe('connected'));
  });

  // Without the mend a try that hung kept a page that was back on line without its connection for 20 s.
  it('begins anew when the browser is back on line while a try hangs, and keeps one that stands', async () => {
    syncSocket(1, 1);
    const hanging = await newest(1);
    retrySocket();
    const socket = await newest(2);
    expect([hanging.isConnected, socket.isConnected]).toEqual([false, true]);
    // what the old one says is nobody's any more
    hanging.play('connect_error');
    socket.play('ready', { lastSeq: 0 });
    await vi.waitFor(() => expect(currentSocketStatus()).toBe('connected'));
    retrySocket();
    await vi.waitFor(() => expect(names(socket)).toContain('userStatus'));
    expect([sockets.length, socket.isConnected]).toEqual([2, true]);
  });

  // Without the mend only lists of tickets were: notes, chats and contacts loaded before stayed as they were.
  it('brings everything up to date when it first comes about', async () => {
    queryClient.setQueryData(pageKeys.ticketNotes(1), []);
    queryClient.setQueryData(pageKeys.chats, []);
    syncSocket(1, 1);
    const socket = await newest(1);
    socket.play('ready', { lastSeq: 5 });
    await vi.waitFor(() => {
      const isOld = [pageKeys.ticketNotes(1), pageKeys.chats].map(
        (key) => queryClient.getQueryState(key)?.isInvalidated,
      );
      expect(isOld).toEqual([true, true]);
    });
  });

  // spec: S070
  it('comes back with a new token when the old one has expired, on the page as it stands', async () => {
    syncSocket(1, 1);
    const first = await newest(1);
    first.play('ready', { lastSeq: 5 });
    await vi.waitFor(() => expect(first.sent).toHaveLength(2));
    const expired = `x.${btoa(JSON.stringify({ exp: 100 }))}.y`;
    signIn({ token: expired, user: makeUser() });
    const renew = vi.spyOn(api, 'refresh').mockImplementation(() => {
      signIn({ token: 'fresh', user: makeUser() });
      return Promise.resolve(true);
    });
    first.play('disconnect', 'transport close');
    const second = await newest(2);
    expect(renew).toHaveBeenCalledOnce();
    // r=1: the page that was there before, and not one that was loaded anew
    expect(second.options.query).toEqual({ token: 'fresh', r: '1' });
    second.play('ready', { lastSeq: 9 });
    await vi.waitFor(() => expect(currentSocketStatus()).toBe('connected'));
    await vi.waitFor(() => expect(second.sent.at(-1)).toEqual(['resume', { lastSeq: 5 }]));
    expect(names(second).slice(0, 2)).toEqual(['joinTickets open', 'userStatus']);
  });

  // spec: S070
  it('is made anew for another user or another company, and closed for nobody', async () => {
    syncSocket(1, 1);
    await newest(1);
    syncSocket(1, 1);
    syncSocket(1, 2);
    await newest(2);
    // what it hears is named after the company
    syncSocket(2, 2);
    await newest(3);
    expect(sockets.map(({ isConnected }) => isConnected)).toEqual([false, false, true]);
    syncSocket(undefined, undefined);
    expect(sockets.at(-1)?.isConnected).toBe(false);
    expect(currentSocketStatus()).toBe('idle');
  });

  // spec: S132
  it('says every 300 seconds that somebody is there', async () => {
    syncSocket(1, 1);
    const socket = await newest(1);
    const said = () => names(socket).filter((name) => name === 'userStatus').length;
    vi.useFakeTimers();
    socket.play('ready', { lastSeq: 0 });
    await vi.advanceTimersByTimeAsync(299_999);
    expect(said()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    vi.useRealTimers();
    expect(said()).toBe(2);
  });

  // spec: S070 S131 S132
  it('signs out after the account was used elsewhere', async () => {
    syncSocket(1, 1);
    const socket = await newest(1);
    queryClient.setQueryData(keys.queues, []);
    socket.play('ready', { lastSeq: 0 });
    socket.play('company-1-auth', { action: 'update', user: { id: 2, email: '', companyId: 1 }, seq: 1 });
    socket.play('company-1-auth', { action: 'update', user: { id: 1, email: '', companyId: 1 }, seq: 2 });
    await vi.waitFor(() => expect(localStorage.getItem('token')).toBeNull(), { timeout: 5000 });
    expect(queryClient.getQueryData(keys.queues)).toBeUndefined();
  });

  // spec: S070 S132
  it('exchanges a token that has expired before it comes back with it', async () => {
    const expired = `head.${btoa(JSON.stringify({ exp: 1 }))}.sign`;
    vi.spyOn(api, 'refresh').mockImplementation(() => {
      signIn({ token: 'fresh', user: makeUser() });
      return Promise.resolve(true);
    });
    syncSocket(1, 1);
    const first = await newest(1);
    first.play('ready', { lastSeq: 5 });
    await vi.waitFor(() => expect(first.sent).toHaveLength(2));
    signIn({ token: expired, user: makeUser() });
    first.play('disconnect', 'transport close');
    const second = await newest(2);
    expect(second.options.query).toEqual({ token: 'fresh', r: '1' });
  });
});
