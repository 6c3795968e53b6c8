import { onSignOut } from './session';
import { readStored, writeStored } from './storage';

const KEY = 'whispers';
const MAX_WHISPERS = 200;

function read(): ReadonlySet<number> {
  try {
    const stored: unknown = JSON.parse(readStored(KEY) ?? '[]');
    return new Set(Array.isArray(stored) ? stored.filter((each) => typeof each === 'number') : []);
  } catch {
    return new Set();
  }
}

/** The tickets whose draft is a whisper: what was begun for the team must not come back as words for the customer. */
let whispers = read();

export const isWhispered = (ticketId: number): boolean => whispers.has(ticketId);

export function noteWhisper(ticketId: number, isWhisper: boolean): void {
  if (whispers.has(ticketId) === isWhisper) return;
  const next = new Set(whispers);
  if (isWhisper) next.add(ticketId);
  else next.delete(ticketId);
  whispers = new Set([...next].slice(-MAX_WHISPERS));
  writeStored(KEY, whispers.size === 0 ? null : JSON.stringify([...whispers]));
}

// As with the drafts, nobody who signs in later finds them.
onSignOut(() => {
  whispers = new Set();
  writeStored(KEY, null);
});
