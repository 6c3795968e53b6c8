import type { PushSubscriptionBody } from '@/api/types';

/** Bytes as browsers and servers write keys: base64 for addresses, without the fill. */
export function toBase64Url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Whether a subscription was made for this key of the server; one for another key would be refused by its service. */
export function isForKey(key: ArrayBuffer | null | undefined, publicKey: string): boolean {
  return key !== null && key !== undefined && toBase64Url(key) === publicKey.replaceAll('=', '');
}

/** What the server has to know; null when the browser gives no keys. */
export function toBody({ endpoint, keys }: PushSubscriptionJSON): PushSubscriptionBody | null {
  const { p256dh, auth } = keys ?? {};
  if (!endpoint || !p256dh || !auth) return null;
  return { endpoint, keys: { p256dh, auth } };
}

/** The ticket that a click on a pushed notice asks for; what the service worker says is only believed in its own form. */
export function clickedTicket(data: unknown): string | null {
  const isOurs = typeof data === 'object' && data !== null && 'ticket' in data && typeof data.ticket === 'string';
  return isOurs ? (data.ticket as string) : null;
}

/** Whether this browser can be told while no page is open, and nobody has forbidden it. */
export const canBePushed = (): boolean =>
  'PushManager' in globalThis &&
  'serviceWorker' in navigator &&
  typeof Notification !== 'undefined' &&
  Notification.permission !== 'denied';
