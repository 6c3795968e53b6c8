import { createContext, use } from 'react';
import type { Message } from '@/api/types';
import type { NewContact } from '@/features/tickets/api';
import type { Resolution } from './messageCalls';
import type { Outgoing } from '@/features/tickets/composer/outgoing';

/** What a row of the conversation can ask for; stable, so that rows render only when their message changes. */
export interface ConversationActions {
  /** The contact that stands for the group; null when it is no group. */
  groupId: number | null;
  canMarkUnread: boolean;
  /** Nothing can be changed: the conversation is only looked at. */
  isReadOnly: boolean;
  /** Null while nothing may be written. */
  reply: ((message: Message) => void) | null;
  jumpTo: (messageId: number) => void;
  /** The fresh link to a message's file, or null when there is none; the rows get it too. */
  renewLink: (message: Message) => Promise<string | null>;
  canEdit: (message: Message) => boolean;
  edit: (message: Message) => void;
  canRemove: (message: Message) => boolean;
  remove: (message: Message) => void;
  markUnread: (message: Message) => void;
  retryStored: (message: Message) => void;
  fetchFile: (message: Message) => void;
  resolve: (message: Message, outcome: Resolution) => void;
  retry: (outgoing: Outgoing) => void;
  discard: (outgoing: Outgoing) => void;
  forward: (message: Message) => void;
  talkTo: (contact: NewContact) => void;
  openImage: (message: Message) => void;
}

export const ConversationContext = createContext<ConversationActions | null>(null);

export function useConversationActions(): ConversationActions {
  const actions = use(ConversationContext);
  if (!actions) throw new Error('a message outside of a conversation');
  return actions;
}
