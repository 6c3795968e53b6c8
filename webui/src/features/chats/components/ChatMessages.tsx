import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import { Fragment, useEffect, useLayoutEffect, useRef, type UIEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatDate, formatTime } from '@/lib/dates';
import { useUser } from '@/state/session';
import { color, font, radius } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';
import { useTalk } from '../api';
import { toRows } from '../model';

/** A135: older messages are asked for this close to the top. */
const NEAR_TOP_PX = 600;
/** Whoever is this close to the end stays there when a message comes. */
const AT_END_PX = 80;

const Scroller = styled.div`
  flex: 1;
  min-height: 0;
  padding: 14px 18px;
  overflow-y: auto;
  overflow-anchor: none;
  background: ${color.canvas};

  &:focus-visible {
    outline-offset: -2px;
  }
`;

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: 4px;
`;

const Day = styled.li`
  align-self: center;
  margin: 10px 0 6px;
  padding: 3px 10px;
  border-radius: ${radius.full};
  background: ${color.active};
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

const Bubble = styled.li`
  align-self: flex-start;
  max-width: min(560px, 80%);
  padding: 7px 11px;
  border: 1px solid ${color.bubbleInLine};
  border-radius: ${radius.lg};
  background: ${color.bubbleIn};
  font-size: ${font.md};

  &[data-mine] {
    align-self: flex-end;
    border-color: transparent;
    background: ${color.bubbleOut};
    color: ${color.bubbleOutText};
  }
  &[data-first] {
    margin-top: 8px;
  }
  & > p {
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
`;

const Sender = styled.b`
  display: block;
  margin-bottom: 1px;
  color: ${color.accentText};
  font-size: ${font.sm};
`;

const When = styled.time`
  display: block;
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  text-align: right;
`;

/** What was written, the newest at the bottom; the view stays where it is while older ones arrive. */
export function ChatMessages({ chatId }: { chatId: number }) {
  const t = useT();
  const user = useUser();
  const query = useTalk(chatId);
  const scroller = useRef<HTMLDivElement>(null);
  const place = useRef({ height: 0, isAtEnd: true });
  const messages = (query.data?.pages ?? []).toReversed().flatMap((page) => page.records);
  const first = messages[0]?.id;
  const last = messages.at(-1)?.id;

  // Synchronises the scroll position with what has arrived: below, one follows; above, one stays.
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!box) return;
    const grown = box.scrollHeight - place.current.height;
    if (place.current.isAtEnd) box.scrollTop = box.scrollHeight;
    else box.scrollTop += grown;
    place.current.height = box.scrollHeight;
  }, [first]);
  useEffect(() => {
    const box = scroller.current;
    if (!box) return;
    if (place.current.isAtEnd) box.scrollTop = box.scrollHeight;
    place.current.height = box.scrollHeight;
  }, [last]);

  const handleScroll = ({ currentTarget: box }: UIEvent<HTMLDivElement>) => {
    place.current.isAtEnd = box.scrollHeight - box.scrollTop - box.clientHeight < AT_END_PX;
    if (box.scrollTop < NEAR_TOP_PX && query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage();
  };

  return (
    <Scroller ref={scroller} role="log" aria-label={t('chats.messages')} tabIndex={0} onScroll={handleScroll}>
      {query.isPending && <PageSpinner />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && messages.length === 0 && (
        <EmptyState icon={<MessageCircleMore />} title={t('chats.noMessages')} text={t('chats.noMessagesText')} />
      )}
      {messages.length > 0 && (
        <List>
          {toRows(messages, user.id).map(({ message, isMine, isFirst, day }) => (
            <Fragment key={message.id}>
              {day && <Day>{formatDate(day)}</Day>}
              <Bubble data-mine={isMine || undefined} data-first={isFirst || undefined}>
                {isFirst && !isMine && <Sender>{message.sender.name}</Sender>}
                <p>{message.message}</p>
                <When dateTime={message.createdAt}>{formatTime(message.createdAt)}</When>
              </Bubble>
            </Fragment>
          ))}
        </List>
      )}
    </Scroller>
  );
}
