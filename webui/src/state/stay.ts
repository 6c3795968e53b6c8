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

export function beginStay(next: Stay, path: string): void {
  keepStay(next);
  location.assign(path);
}

/** Nothing is stored by it, and nothing asked. */
export function leaveStay(path: string): void {
  stay = null;
  sessionStorage.removeItem(KEY);
  location.assign(path);
}
