import ChevronDown from 'lucide-react/icons/chevron-down';
import Forward from 'lucide-react/icons/forward';
import History from 'lucide-react/icons/history';
import MailOpen from 'lucide-react/icons/mail-open';
import Pencil from 'lucide-react/icons/pencil';
import Reply from 'lucide-react/icons/reply';
import Trash2 from 'lucide-react/icons/trash';
import { Suspense, useState } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { color, motion, radius } from '@/styles/tokens';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { lazyLayer } from '@/ui/lazyLayer';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { useConversationActions } from './conversationActions';
import { canForward } from './forwarding';

const VersionsDialog = lazyLayer(() => import('./VersionsDialog'), 'compose');

const Corner = styled.span`
  position: absolute;
  top: 3px;
  right: 3px;

  & > button {
    display: grid;
    place-items: center;
    width: 24px;
    height: 22px;
    border-radius: ${radius.sm};
    background: color-mix(in srgb, ${color.surface} 88%, transparent);
    color: ${color.textMuted};
    opacity: 0;
    transition: opacity ${motion.fast};
  }
  [data-message]:hover > & > button,
  & > button:focus-visible,
  & > button[aria-expanded='true'] {
    opacity: 1;
  }
  /* Without a pointer to show it, it stands beside the bubble. */
  @media (hover: none) {
    right: -27px;

    [data-side='out'] & {
      right: auto;
      left: -27px;
    }
    & > button {
      background: none;
      opacity: 0.5;
    }
  }
`;

/** S035 */
export default function MessageMenu({ message }: { message: Message }) {
  const t = useT();
  const { reply, canEdit, edit, canRemove, remove, forward, markUnread, canMarkUnread, isReadOnly } =
    useConversationActions();
  const [isAsking, setIsAsking] = useState(false);
  const [hasVersions, setHasVersions] = useState(false);
  const items: MenuEntry[] = [];
  if (reply && !message.isPrivate && !message.isDeleted) {
    items.push({ id: 'reply', label: t('tickets.reply'), icon: <Reply />, onSelect: () => reply(message) });
  }
  if (!isReadOnly && canEdit(message)) {
    items.push({ id: 'edit', label: t('tickets.edit'), icon: <Pencil />, onSelect: () => edit(message) });
  }
  if (!isReadOnly && canForward(message)) {
    const run = () => forward(message);
    items.push({ id: 'forward', label: t('tickets.forward'), icon: <Forward />, onSelect: run });
  }
  if (message.isEdited && !message.isDeleted) {
    const run = () => setHasVersions(true);
    items.push({ id: 'versions', label: t('compose.showVersions'), icon: <History />, onSelect: run });
  }
  if (canMarkUnread && !message.fromMe) {
    const run = () => markUnread(message);
    items.push({ id: 'unread', label: t('tickets.markUnread'), icon: <MailOpen />, onSelect: run });
  }
  if (!isReadOnly && canRemove(message)) {
    const ask = () => setIsAsking(true);
    items.push({ id: 'delete', label: t('tickets.deleteMessage'), icon: <Trash2 />, isDanger: true, onSelect: ask });
  }
  if (items.length === 0) return null;
  return (
    <Corner>
      <Menu
        label={t('tickets.messageMenu')}
        align={message.fromMe ? 'end' : 'start'}
        trigger={
          <button type="button" aria-label={t('tickets.messageMenu')}>
            <ChevronDown size={16} aria-hidden />
          </button>
        }
        items={items}
      />
      {hasVersions && (
        <Suspense fallback={null}>
          <VersionsDialog message={message} onClose={() => setHasVersions(false)} />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('compose.deleteMessageQuestion.title')}
        text={t('compose.deleteMessageQuestion.text')}
        confirmLabel={t('tickets.deleteMessage')}
        isDanger
        onConfirm={() => {
          setIsAsking(false);
          remove(message);
        }}
        onClose={() => setIsAsking(false)}
      />
    </Corner>
  );
}
