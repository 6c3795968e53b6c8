import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import Plus from 'lucide-react/icons/plus';
import type { UIEvent } from 'react';
import styled from 'styled-components';
import { unreadsOf } from '@/api/chats';
import type { Chat } from '@/api/types';
import { useT } from '@/i18n';
import { useUser } from '@/state/session';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { Input } from '@/ui/Input';
import { Skeleton } from '@/ui/Skeleton';
import type { useChats } from '../api';
import { ChatRow } from './ChatRow';

/** S135: the next page is asked for this close to the end. */
const NEAR_END_PX = 100;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 14px;
  border-bottom: 1px solid ${color.line};
`;

const Title = styled.h2`
  padding: 14px 14px 0;
  font-size: ${font.lg};
`;

const Scroller = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
`;

const Waiting = styled.div`
  display: grid;
  gap: 14px;
  padding: 16px 14px;

  & > span {
    border-radius: ${radius.md};
  }
`;

interface ChatListProps {
  query: ReturnType<typeof useChats>;
  chats: readonly Chat[];
  selected: string | undefined;
  search: string;
  onSearch: (text: string) => void;
  onOpen: (chat: Chat) => void;
  onNew: () => void;
}

export function ChatList({ query, chats, selected, search, onSearch, onOpen, onNew }: ChatListProps) {
  const t = useT();
  const user = useUser();
  const handleScroll = ({ currentTarget }: UIEvent<HTMLDivElement>) => {
    const left = currentTarget.scrollHeight - currentTarget.scrollTop - currentTarget.clientHeight;
    if (left < NEAR_END_PX && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };
  return (
    <>
      <Title>{t('chats.title')}</Title>
      <Head>
        <Input
          type="search"
          value={search}
          placeholder={t('chats.search')}
          aria-label={t('chats.search')}
          onChange={(event) => onSearch(event.target.value)}
        />
        <IconButton variant="primary" label={t('chats.new')} onClick={onNew}>
          <Plus />
        </IconButton>
      </Head>
      <Scroller onScroll={handleScroll}>
        {query.isPending && (
          <Waiting role="status" aria-label={t('common.loading')}>
            {[1, 2, 3, 4].map((row) => (
              <Skeleton key={row} height={40} />
            ))}
          </Waiting>
        )}
        {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.isSuccess && chats.length === 0 && (
          <EmptyState
            icon={<MessageCircleMore />}
            title={t(search ? 'chats.noneFound' : 'chats.empty')}
            text={t(search ? 'chats.noneFoundText' : 'chats.emptyText')}
            action={
              search ? undefined : (
                <Button variant="secondary" onClick={onNew}>
                  {t('chats.new')}
                </Button>
              )
            }
          />
        )}
        {chats.length > 0 && (
          <ul>
            {chats.map((chat) => (
              <ChatRow
                key={chat.id}
                chat={chat}
                unreads={unreadsOf(chat, user.id)}
                isSelected={chat.uuid === selected}
                onOpen={onOpen}
              />
            ))}
          </ul>
        )}
      </Scroller>
    </>
  );
}
