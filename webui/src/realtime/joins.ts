import type { Room } from './events';

/** Sends one event and answers when the server has confirmed it (or has not for too long). */
type Emit = (event: string, ...args: unknown[]) => Promise<unknown>;

interface Entry {
  room: Room;
  count: number;
  joined: Promise<unknown>;
}

const keyOf = (room: Room) => ('arg' in room ? `${room.name}:${room.arg}` : room.name);
const argsOf = (room: Room) => ('arg' in room ? [room.arg] : []);
const nothing = Promise.resolve();

/** Several widgets share one socket, so joins are counted and only the first and the last one travel. */
export class Joins {
  readonly #rooms = new Map<string, Entry>();
  #emit: Emit | null = null;

  join(room: Room): void {
    const entry = this.#rooms.get(keyOf(room));
    if (entry) entry.count += 1;
    else this.#rooms.set(keyOf(room), { room, count: 1, joined: this.#send('join', room) });
  }

  leave(room: Room): void {
    const entry = this.#rooms.get(keyOf(room));
    if (!entry) return;
    entry.count -= 1;
    if (entry.count > 0) return;
    this.#rooms.delete(keyOf(room));
    void this.#send('leave', room);
  }

  /** The server said `ready`: repeats every join, lets later ones through, answers when all are confirmed. */
  async replay(emit: Emit): Promise<void> {
    this.#emit = emit;
    for (const entry of this.#rooms.values()) entry.joined = this.#send('join', entry.room);
    await Promise.all([...this.#rooms.values()].map((entry) => entry.joined));
  }

  /** The connection is gone: joins wait for the next `ready`. */
  pause(): void {
    this.#emit = null;
  }

  /** Resolves when the room delivers events; at once while there is no connection to wait for. */
  async whenJoined(room: Room): Promise<void> {
    await this.#rooms.get(keyOf(room))?.joined;
  }

  /** Says something about a room; lost while there is no connection. */
  say(event: string, argument: unknown): void {
    void this.#emit?.(event, argument);
  }

  #send(verb: 'join' | 'leave', room: Room): Promise<unknown> {
    return this.#emit ? this.#emit(`${verb}${room.name}`, ...argsOf(room)) : nothing;
  }
}
