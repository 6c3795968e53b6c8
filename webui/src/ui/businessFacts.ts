const DAY_MINUTES = 24 * 60;

/** A minute of the day as people read it; nothing of what is none. */
export function clock(minute: number | null | undefined): string {
  if (minute === null || minute === undefined || minute < 0 || minute > DAY_MINUTES) return '';
  const two = (part: number) => String(part).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

/** The address of a page that somebody names, with or without its protocol; null for whatever else he writes. */
export function webAddress(text: string): string | null {
  const named = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  try {
    const { protocol, hostname, href } = new URL(named);
    const isWeb = protocol === 'https:' || protocol === 'http:';
    return isWeb && hostname.includes('.') ? href : null;
  } catch {
    return null;
  }
}
