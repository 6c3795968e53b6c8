import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import { useEffect, useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import type { Chat } from '@/api/types';
import { useT } from '@/i18n';
import { useDebounced } from '@/lib/useDebounced';
import { useIsNarrow } from '@/lib/useMedia';
import { color, layout } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';
import { Tabs } from '@/ui/Tabs';
import { useChatByName, useChats } from './api';
import { ChatDialog } from './components/ChatDialog';
import { ChatList } from './components/ChatList';
import { ChatPane } from './components/ChatPane';
import { inOrder } from './model';

const Page = styled.div`
  display: flex;
  flex-direction: column;
  height: 100%;
  background: ${color.surface};
`;

const Panes = styled.div`
  display: flex;
  flex: 1;
  min-height: 0;
`;

const ListSide = styled.section`
  display: flex;
  flex: none;
  flex-direction: column;
  width: ${layout.contactDrawer};
  min-height: 0;
  border-right: 1px solid ${color.line};

  &[data-alone] {
    flex: 1;
    width: auto;
    border: 0;
  }
`;

const Talk = styled.section`
  display: flex;
  flex: 1;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
`;

const Sides = styled.div`
  padding: 8px 14px 0;
`;

type Side = 'chats' | 'messages';

/** S015 A026: chats among colleagues; under 600 px list and messages take turns. */
export default function ChatsPage() {
  const t = useT();
  const { uuid } = useParams();
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const [text, setText] = useState('');
  const [edited, setEdited] = useState<Chat | 'new' | null>(null);
  const search = useDebounced(text.trim());
  const query = useChats(search);
  const chats = inOrder(query.data?.pages.flatMap((page) => page.records) ?? []);
  const listed = chats.find((chat) => chat.uuid === uuid);
  const named = useChatByName(uuid, listed !== undefined || query.isPending);
  const chat = listed ?? (uuid === undefined ? undefined : (named.data ?? undefined));
  const isGone = !listed && uuid !== undefined && named.data === null;
  const [side, setSide] = useState<Side>(uuid === undefined ? 'chats' : 'messages');

  const handleOpen = (next: Chat) => {
    setSide('messages');
    void navigate(paths.chat(next.uuid));
  };

  // Synchronises the address with a chat that was deleted, or that its owner has closed to this user.
  useEffect(() => {
    if (isGone) void navigate(paths.chats, { replace: true });
  }, [isGone, navigate]);

  const list = (
    <ListSide aria-label={t('chats.title')} data-alone={isNarrow || undefined}>
      <ChatList
        query={query}
        chats={chats}
        selected={uuid}
        search={text}
        onSearch={setText}
        onOpen={handleOpen}
        onNew={() => setEdited('new')}
      />
    </ListSide>
  );
  const talk = (
    <Talk aria-label={chat?.title ?? t('chats.messages')}>
      {chat && <ChatPane key={chat.id} chat={chat} onEdit={() => setEdited(chat)} />}
      {!chat && uuid !== undefined && named.isFetching && <PageSpinner />}
      {!chat && uuid !== undefined && named.isError && (
        <ErrorState error={named.error} onRetry={() => void named.refetch()} />
      )}
      {uuid === undefined && (
        <EmptyState
          icon={<MessageCircleMore />}
          title={t('chats.noneChosen')}
          text={t('chats.noneChosenText')}
          action={
            <Button variant="secondary" onClick={() => setEdited('new')}>
              {t('chats.new')}
            </Button>
          }
        />
      )}
    </Talk>
  );

  return (
    <Page>
      <h1 className="visually-hidden">{t('chats.title')}</h1>
      {isNarrow && (
        <Sides>
          <Tabs
            label={t('chats.sides')}
            look="segmented"
            items={[
              { id: 'chats', label: t('chats.sideChats') },
              { id: 'messages', label: t('chats.sideMessages') },
            ]}
            selected={side}
            onSelect={setSide}
          />
        </Sides>
      )}
      <Panes>
        {(!isNarrow || side === 'chats') && list}
        {(!isNarrow || side === 'messages') && talk}
      </Panes>
      {edited !== null && (
        <ChatDialog
          chat={edited === 'new' ? null : edited}
          onSaved={(saved) => edited === 'new' && handleOpen(saved)}
          onClose={() => setEdited(null)}
        />
      )}
    </Page>
  );
}
