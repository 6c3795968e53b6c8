import type { Socket } from 'socket.io-client';
import { api } from '@/api/client';
import { queryClient } from '@/api/queryClient';
import { clearLookers } from '@/state/lookers';
import { currentToken } from '@/state/session';
import { setSocketStatus } from '@/state/socketStatus';
import { isExpired, reconnectDelay } from './backoff';
import type { Arrival } from './dispatch';
import { ENTITIES, eventName, type ResumeAck } from './events';
import { createFrameBatch } from './frame';
import { Joins } from './joins';
import { Replay } from './replay';
import { resync } from './resync';
import { Sequence } from './sequence';

const PING_MS = 300_000;
const ACK_MS = 5000;
const ATTEMPTS_PER_TOKEN = 4;

/** Joins outlive a connection: they are repeated on each `ready`. */
export const joins = new Joins();

/** The one connection of a signed-in user; made anew when the company or the user changes. */
class DeskSocket {
  readonly companyId: number;
  readonly userId: number;
  readonly #sequence = new Sequence();
  readonly #replay = new Replay<Arrival>();
  readonly #batch = createFrameBatch<Arrival>((arrivals) =>
    this.#part?.dispatch(arrivals, this.#sequence, this.#replay),
  );
  // Answers are noted from the beginning: what was asked for before the socket was there may be overtaken too.
  readonly #stopWatching = this.#replay.watch(queryClient, (arrivals, queryHash) =>
    this.#part?.dispatchAgain(arrivals, queryHash),
  );
  /** What events do; it arrives with the socket. */
  #part: typeof import('./dispatch') | null = null;
  #socket: Socket | null = null;
  #attempt = 0;
  #wasReady = false;
  #isStopped = false;
  #isTokenDoubtful = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #ping: ReturnType<typeof setInterval> | undefined;

  constructor(companyId: number, userId: number) {
    this.companyId = companyId;
    this.userId = userId;
  }

  start(): void {
    // Its code may fail to arrive as well; that is tried again like the connection itself.
    this.#connect().catch(() => this.#retryLater());
  }

  async #connect(): Promise<void> {
    setSocketStatus(this.#wasReady ? 'lost' : 'connecting');
    const token = await this.#freshToken();
    const [{ io }, part] = await Promise.all([import('socket.io-client'), import('./dispatch')]);
    this.#part = part;
    if (this.#isStopped) return;
    if (token === null) return this.#retryLater();
    const socket = io({
      transports: ['websocket'],
      query: { token, ...(this.#wasReady ? { r: '1' } : {}) },
      reconnection: false,
      forceNew: true,
    });
    this.#socket = socket;
    socket.on('ready', (ready?: { lastSeq?: number }) => void this.#handleReady(socket, ready?.lastSeq ?? 0));
    socket.on('resync', () => void resync(queryClient));
    socket.on('connect_error', () => this.#handleLoss(socket));
    socket.on('disconnect', (reason) => {
      if (reason === 'io server disconnect') this.#isTokenDoubtful = true;
      this.#handleLoss(socket);
    });
    for (const entity of ENTITIES) {
      // The name says of what the event is; here, and nowhere after it, the server is taken at its word.
      socket.on(eventName(this.companyId, entity), (event: unknown) => this.#batch.push({ entity, event } as Arrival));
    }
  }

  stop(): void {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    clearInterval(this.#ping);
    this.#batch.clear();
    this.#stopWatching();
    joins.pause();
    this.#socket?.off();
    this.#socket?.disconnect();
    setSocketStatus('idle');
  }

  /** A browser that is back on line need not wait for its turn, nor for the end of a try that began without a line. */
  retryNow(): void {
    const socket = this.#socket;
    if (this.#isStopped || (this.#timer === undefined && socket?.connected !== false)) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    socket?.off();
    socket?.disconnect();
    this.#socket = null;
    this.start();
  }

  /** A token that expired, that the server closed the door on, or that failed several times is exchanged first (DECISIONS 186). */
  async #freshToken(): Promise<string | null> {
    const token = currentToken();
    const isDoubtful = this.#isTokenDoubtful || (this.#attempt > 0 && this.#attempt % ATTEMPTS_PER_TOKEN === 0);
    if (token === null || (!isDoubtful && !isExpired(token, Date.now()))) return token;
    this.#isTokenDoubtful = false;
    await api.refresh().catch(() => false);
    return currentToken();
  }

  async #handleReady(socket: Socket, lastSeq: number): Promise<void> {
    const isReturn = this.#wasReady;
    // Noted before anything is joined: what arrives from now on is newer than the gap.
    const known = this.#sequence.last;
    this.#wasReady = true;
    this.#attempt = 0;
    setSocketStatus('connected');
    const emit = (event: string, ...args: unknown[]) =>
      socket
        .timeout(ACK_MS)
        .emitWithAck(event, ...args)
        .catch(() => null);
    const joined = joins.replay(emit);
    void emit('userStatus');
    clearInterval(this.#ping);
    this.#ping = setInterval(() => void emit('userStatus'), PING_MS);
    if (!isReturn) {
      this.#sequence.start(lastSeq);
      await joined;
      // What was loaded before the rooms were joined may have missed an event, all the more after many attempts.
      await resync(queryClient);
      return;
    }
    await joined;
    const answer = (await emit('resume', { lastSeq: known })) as ResumeAck | null;
    if (answer === null || !('ok' in answer)) {
      this.#sequence.reset();
      this.#sequence.start(lastSeq);
      await resync(queryClient);
    }
  }

  #handleLoss(socket: Socket): void {
    if (this.#isStopped || socket !== this.#socket) return;
    socket.off();
    socket.disconnect();
    this.#socket = null;
    clearInterval(this.#ping);
    joins.pause();
    clearLookers();
    setSocketStatus(this.#wasReady ? 'lost' : 'connecting');
    this.#retryLater();
  }

  #retryLater(): void {
    if (this.#isStopped) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.start();
    }, reconnectDelay(this.#attempt));
    this.#attempt += 1;
  }
}

let current: DeskSocket | null = null;

/** Connects for the signed-in user, or for nobody. Called whenever the session changes; harmless when it has not. */
export function syncSocket(companyId: number | undefined, userId: number | undefined): void {
  if (current && current.companyId === companyId && current.userId === userId) return;
  current?.stop();
  current = companyId !== undefined && userId !== undefined ? new DeskSocket(companyId, userId) : null;
  current?.start();
}

export function retrySocket(): void {
  current?.retryNow();
}
