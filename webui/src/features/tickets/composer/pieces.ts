import type { ContactCard, MessageLocation, TemplateChoice, Ticket, TicketStatus } from '@/api/types';
import { signature } from '@/lib/lastSaid';

/** What stands at the foot of the conversation. */
export type ComposerMode = 'write' | 'accept' | 'reopen';

export const composerMode = (status: TicketStatus): ComposerMode =>
  status === 'open' ? 'write' : status === 'closed' ? 'reopen' : 'accept';

export const MAX_FILES = 30;
/** The messenger takes 4,096 and 1,024 characters; the signature or marker takes its part. */
export const MAX_TEXT = 4000;
export const MAX_CAPTION = 940;

/** What the attendant has put together. */
export interface Draft {
  text: string;
  files: readonly { file: File; caption: string }[];
}

export interface Style {
  userName: string;
  isSigned: boolean;
  isWhisper: boolean;
}

export interface Piece {
  body: string;
  file: File | null;
  isPrivate: boolean;
  /** Recorded here: the server makes a voice note of it. */
  isVoice?: boolean;
  /** An approved text; `body` is what the customer reads of it. */
  template?: TemplateChoice;
  /** A place or a person instead of a text. */
  location?: MessageLocation;
  card?: ContactCard;
}

export const whisperPrefix = (name: string) => `Sussurro(${name})`;
const WHISPER = /^Sussurro\(([^)]*)\)\s*/;

/** The text of a whisper without its marker, and who whispered. */
export function readWhisper(body: string): { name: string | null; text: string } {
  const found = WHISPER.exec(body);
  return found ? { name: found[1] ?? null, text: body.slice(found[0].length) } : { name: null, text: body };
}

function dress(text: string, style: Style): string {
  const body = text.trim();
  if (style.isWhisper) return `${whisperPrefix(style.userName)} ${body}`;
  return style.isSigned && body !== '' ? signature(style.userName) + body : body;
}

/**
 * The messages that one press of "send" makes: nothing for blank text (S079) and nothing while the ticket waits
 * (S067). Files are never whispered, because a file that leaves cannot be taken back.
 */
export function toPieces(draft: Draft, ticket: Pick<Ticket, 'status'>, style: Style): Piece[] {
  if (composerMode(ticket.status) !== 'write') return [];
  if (draft.files.length > 0) {
    const spoken = { ...style, isWhisper: false };
    return draft.files.map(({ file, caption }) => ({ body: dress(caption, spoken), file, isPrivate: false }));
  }
  if (draft.text.trim() === '') return [];
  return [{ body: dress(draft.text, style), file: null, isPrivate: style.isWhisper }];
}

/** A recording goes without words, and like them only while the ticket is attended (S067). */
export const voicePieces = (file: File, ticket: Pick<Ticket, 'status'>): Piece[] =>
  composerMode(ticket.status) === 'write' ? [{ body: '', file, isPrivate: false, isVoice: true }] : [];

/** Enter sends, Shift+Enter breaks the line, and a key that only confirms a composition does neither. */
export const isSendKey = (event: { key: string; shiftKey: boolean; isComposing: boolean }) =>
  event.key === 'Enter' && !event.shiftKey && !event.isComposing;

/** Files of the clipboard. Cells of a spreadsheet come as text and as a picture of it: what was meant is the text. */
export function pastedFiles(clipboard: Pick<DataTransfer, 'files' | 'getData'>): File[] {
  const files = [...clipboard.files];
  const isPictureOfText =
    files.every((file) => file.type.startsWith('image/')) &&
    clipboard.getData('text/html') !== '' &&
    clipboard.getData('text/plain').trim() !== '';
  return isPictureOfText ? [] : files;
}
