import { address } from './address';

/**
 * A super user at work in another company. It belongs to this tab alone: the others go on as they were, and closing the
 * tab forgets it. The page begins anew when a stay begins or ends, so that nothing of one company is seen in the other.
 */
const KEY = 'guiche-stay';

export interface Stay {
  id: number;
  token: string;
  expiresAt: string;
}

function readStay(): Stay | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Stay | null;
  } catch {
    return null;
  }
}

let stay: Stay | null = readStay();

export const currentStay = (): Stay | null => stay;

export function keepStay(next: Stay): void {
  stay = next;
  sessionStorage.setItem(KEY, JSON.stringify(next));
}

let isOver = false;

/** Whether the page is about to begin anew. What still answers in it must not touch the sign-in of the next. */
export const pageIsOver = (): boolean => isOver;

// A page that is over shows the wrong company when it is gone back to.
addEventListener('pageshow', (event) => {
  if (event.persisted && isOver) address.reload();
});

function beginAnew(path: string): void {
  isOver = true;
  address.goTo(path);
}

export function beginStay(next: Stay, path: string): void {
  keepStay(next);
  beginAnew(path);
}

/** Where stays begin, and so where each ends, whoever or whatever ended it and whichever answer tells it first. */
const HOME = '/settings?tab=companies';

/** Nothing is stored by it, and nothing asked. */
export function leaveStay(): void {
  stay = null;
  sessionStorage.removeItem(KEY);
  beginAnew(HOME);
}
