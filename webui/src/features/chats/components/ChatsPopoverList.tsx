import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { unreadsOf } from '@/api/chats';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { Link } from '@/ui/Link';
import { PageSpinner } from '@/ui/PageSpinner';
import { inOrder } from '../model';
import { useUnreadChats } from '../useUnreadChats';
import { ChatRow } from './ChatRow';

const Title = styled.h2`
  padding: 12px 14px;
  border-bottom: 1px solid ${color.line};
  font-size: ${font.md};
`;

/** S136: as high as the bell's list. */
const List = styled.ul`
  max-height: 350px;
  overflow-y: auto;
`;

const All = styled.p`
  padding: 10px 14px;
  font-size: ${font.base};
  text-align: center;
`;

export default function ChatsPopoverList({ onClose }: { onClose: () => void }) {
  const t = useT();
  const user = useUser();
  const navigate = useNavigate();
  const query = useUnreadChats();
  return (
    <>
      <Title>{t('shell.chats.title')}</Title>
      {query.isPending && <PageSpinner />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && query.chats.length === 0 && (
        <EmptyState icon={<MessageCircleMore />} title={t('shell.chats.empty')} text={t('shell.chats.emptyText')} />
      )}
      {query.chats.length > 0 && (
        <List>
          {inOrder(query.chats).map((chat) => (
            <ChatRow
              key={chat.id}
              chat={chat}
              unreads={unreadsOf(chat, user.id)}
              onOpen={({ uuid }) => {
                onClose();
                void navigate(paths.chat(uuid));
              }}
            />
          ))}
        </List>
      )}
      <All>
        <Link to={paths.chats} onClick={onClose}>
          {t('shell.chats.all')}
        </Link>
      </All>
    </>
  );
}
