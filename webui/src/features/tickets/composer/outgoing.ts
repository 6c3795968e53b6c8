import type { ContactCard, Message, MessageLocation, QuotedMessage, TemplateChoice } from '@/api/types';

/** A message on its way: shown at once, settled by the answer or the echo with the same client id. */
export interface Outgoing {
  clientId: string;
  ticketId: number;
  body: string;
  isPrivate: boolean;
  isVoice?: boolean;
  /** An approved text; `body` is what the customer reads of it. */
  template?: TemplateChoice;
  location?: MessageLocation;
  card?: ContactCard;
  quoted: QuotedMessage | null;
  file: File | null;
  createdAt: string;
  state: 'sending' | 'failed';
  /** The code of the refusal when failed. */
  error: string | null;
  /** How much of the file has left, 0 to 1. */
  progress: number;
}

export const newClientId = (): string => crypto.randomUUID();

export const toQuoted = (message: Message): QuotedMessage => ({
  id: message.id,
  body: message.body,
  fromMe: message.fromMe,
  mediaType: message.mediaType,
  mediaUrl: message.mediaUrl,
  contact: message.contact,
});

/** Messages that an echo or answer has settled need no line of their own any more. */
export function unsettled(outgoing: readonly Outgoing[], messages: readonly Message[]): Outgoing[] {
  const settled = new Set(messages.map((message) => message.clientId));
  return outgoing.filter((each) => !settled.has(each.clientId));
}
