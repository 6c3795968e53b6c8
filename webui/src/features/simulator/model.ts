export interface SimulatorConnection {
  id: number;
  companyId: number;
  name: string;
  companyName: string;
}

/** The business's own phone. */
export interface OwnPhone {
  isPaired: boolean;
  number: string | null;
  /** The code that the desk shows, or empty. */
  qrcode: string;
  awayUntil: string | null;
}

export interface Phone {
  number: string;
  pushName: string;
  lastAt: string | null;
  readReceipts?: boolean;
  pictureUrl?: string | null;
  /** The company writes at this moment. */
  isWrittenTo?: boolean;
}

export type PhoneMessageType =
  | 'text'
  | 'image'
  | 'audio'
  | 'video'
  | 'document'
  | 'location'
  | 'contacts'
  | 'call'
  | 'unsupported';

/** A message as the customer's phone shows it. "in" goes to the company, "out" comes from it. */
export interface PhoneMessage {
  id: string;
  direction: 'in' | 'out';
  type: PhoneMessageType;
  body: string;
  mediaUrl: string | null;
  mediaName: string | null;
  mime: string | null;
  quotedId: string | null;
  /** Who wrote it in a group. */
  authorName?: string | null;
  fromOwnPhone?: boolean;
  deleted: boolean;
  edited: boolean;
  ack: number;
  at: string;
}

export interface Place {
  latitude: number;
  longitude: number;
  name: string | null;
  address: string | null;
}

export interface Card {
  name: string;
  number: string;
}

export const ACK_READ = 4;
export const MAX_PHONES = 3;

/** Digits of a number as typed: "+55 (11) 98888-7777" is 5511988887777. */
export const digitsOf = (text: string) => text.replaceAll(/\D/g, '');

/** S073: a contact's number has 8 to 50 characters; a phone number never more than 15 digits. */
export const isNumber = (digits: string) => digits.length >= 8 && digits.length <= 15;

const PLACE_TEXT = /^\s*(-?\d+(?:\.\d+)?)\s*,\s*(-?\d+(?:\.\d+)?)\s*$/;

const textOrNull = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

/** The place of a location message, which travels as JSON. */
export function placeOf(body: string): Place | null {
  const pair = PLACE_TEXT.exec(body);
  if (pair) return { latitude: Number(pair[1]), longitude: Number(pair[2]), name: null, address: null };
  try {
    const value = JSON.parse(body) as Record<string, unknown> | null;
    const { latitude, longitude, name, address } = value ?? {};
    if (typeof latitude !== 'number' || typeof longitude !== 'number') return null;
    return { latitude, longitude, name: textOrNull(name), address: textOrNull(address) };
  } catch {
    return null;
  }
}

/** The names and numbers on contact cards (vCard 3.0). */
export function cardsOf(body: string): Card[] {
  return body
    .split(/BEGIN:VCARD/i)
    .slice(1)
    .map((card) => ({
      name:
        /^FN[^:\r\n]*:(.*)$/im
          .exec(card)?.[1]
          ?.trim()
          .replaceAll(/\\([,;\\])/g, '$1') ?? '',
      number: /^(?:item\d+\.)?TEL[^:\r\n]*:(.*)$/im.exec(card)?.[1]?.trim() ?? '',
    }))
    .filter((card) => card.name !== '' || card.number !== '');
}

/** The kind under which a chosen file is sent. */
export function typeOfFile(mime: string): 'image' | 'audio' | 'video' | 'document' {
  if (/^image\/(jpeg|png|webp|gif)$/.test(mime)) return 'image';
  if (mime.startsWith('audio/')) return 'audio';
  if (mime.startsWith('video/')) return 'video';
  return 'document';
}

/** Messages of the company that the phone has not yet said to have read. */
export function toAcknowledge(messages: readonly PhoneMessage[]): string[] {
  return messages
    .filter((message) => message.direction === 'out' && !message.deleted && message.ack < ACK_READ)
    .map((message) => message.id);
}
