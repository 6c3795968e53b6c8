const FLOOR_MS = 500;
const CEILING_MS = 10_000;

/** Full jitter between half a second and a bound that doubles up to ten seconds. */
export function reconnectDelay(attempt: number, random: () => number = Math.random): number {
  const bound = Math.min(CEILING_MS, FLOOR_MS * 2 ** Math.min(attempt + 1, 10));
  return FLOOR_MS + random() * (bound - FLOOR_MS);
}

/** The moment at which a JWT expires, in ms; null when it cannot be read. */
export function tokenExpiry(token: string): number | null {
  try {
    const part = token.split('.')[1] ?? '';
    const claims: unknown = JSON.parse(atob(part.replaceAll('-', '+').replaceAll('_', '/')));
    const exp = typeof claims === 'object' && claims !== null && 'exp' in claims ? claims.exp : null;
    return typeof exp === 'number' ? exp * 1000 : null;
  } catch {
    return null;
  }
}

/** True when the token has expired or is about to, so that a handshake with it would be refused. */
export function isExpired(token: string, now: number): boolean {
  const expiry = tokenExpiry(token);
  return expiry !== null && expiry - now < 15_000;
}
