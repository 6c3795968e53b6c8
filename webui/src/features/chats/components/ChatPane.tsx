import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash';
import Users from 'lucide-react/icons/users';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { unreadsOf } from '@/api/chats';
import type { Chat } from '@/api/types';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { useDeleteChat, useMarkRead } from '../api';
import { ChatComposer } from './ChatComposer';
import { ChatMessages } from './ChatMessages';

const Head = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  height: 64px;
  padding: 0 14px 0 18px;
  border-bottom: 1px solid ${color.line};
`;

const Words = styled.div`
  flex: 1;
  min-width: 0;

  & > * {
    ${truncate}
  }
`;

const Title = styled.h2`
  font-size: ${font.md};
`;

const Members = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

interface ChatPaneProps {
  chat: Chat;
  onEdit: () => void;
}

/** One chat: who is in it, what was written, and a line to write. A096: only its owner changes it. */
export function ChatPane({ chat, onEdit }: ChatPaneProps) {
  const t = useT();
  const user = useUser();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useDeleteChat();
  const { mutate: markRead } = useMarkRead();
  const unreads = unreadsOf(chat, user.id);

  // Synchronises the server with what is on the screen: an open chat is read (A074).
  useEffect(() => {
    if (unreads > 0) markRead({ id: chat.id, userId: user.id });
  }, [chat.id, markRead, unreads, user.id]);

  // The event closes the chat, here and for everybody who has it open.
  const handleDelete = () => remove.mutate(chat.id, { onSettled: () => setIsAsking(false) });

  return (
    <>
      <Head>
        <Avatar name={chat.title} size={36} />
        <Words>
          <Title>{chat.title}</Title>
          <Members>
            <Users aria-hidden style={{ display: 'inline', width: 12, height: 12 }} />{' '}
            {chat.users.map((member) => member.user.name).join(', ')}
          </Members>
        </Words>
        {chat.ownerId === user.id && (
          <Menu
            label={t('chats.options')}
            trigger={
              <IconButton label={t('chats.options')}>
                <EllipsisVertical />
              </IconButton>
            }
            items={[
              { id: 'edit', icon: <Pencil />, label: t('chats.edit'), onSelect: onEdit },
              {
                id: 'delete',
                icon: <Trash2 />,
                label: t('chats.delete'),
                isDanger: true,
                onSelect: () => setIsAsking(true),
              },
            ]}
          />
        )}
      </Head>
      <ChatMessages chatId={chat.id} />
      <ChatComposer chatId={chat.id} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t('chats.deleteTitle', { title: chat.title })}
        text={t('chats.deleteText')}
        confirmLabel={t('chats.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
