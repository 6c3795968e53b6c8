import type { Message } from '@/api/types';

export type TickKind = 'waiting' | 'sent' | 'delivered' | 'read';

/** S046: how far an own message has come; 4 and 5 both display as read. Null where ticks say nothing. */
export function tickOf(message: Pick<Message, 'fromMe' | 'isPrivate' | 'ack' | 'sendState'>): TickKind | null {
  const { fromMe, isPrivate, ack, sendState } = message;
  if (!fromMe || isPrivate) return null;
  if (ack >= 4) return 'read';
  if (ack === 3) return 'delivered';
  if (ack === 2 || sendState === 'accepted') return 'sent';
  const isStuck =
    sendState === 'rejected' || sendState === 'unknown' || sendState === 'cancelled' || sendState === 'expired';
  return isStuck ? null : 'waiting';
}

/** What became of a message that did not simply leave. */
export type ProblemKind = 'failed' | 'doubtful' | 'cancelled' | 'expired' | 'unedited';

export function problemOf(message: Pick<Message, 'fromMe' | 'sendState' | 'ack' | 'error'>): ProblemKind | null {
  if (message.error === 'ERR_EDIT_NOT_TAKEN') return 'unedited';
  if (!message.fromMe || message.ack >= 2) return null;
  switch (message.sendState) {
    case 'rejected':
      return 'failed';
    case 'unknown':
      return 'doubtful';
    case 'cancelled':
      return 'cancelled';
    case 'expired':
      return 'expired';
    default:
      return null;
  }
}
