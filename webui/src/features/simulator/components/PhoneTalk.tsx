import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import { useLayoutEffect, useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';
import type { PhoneMessage } from '../model';
import { PhoneBubble } from './PhoneBubble';

const Scroller = styled.div`
  flex: 1;
  min-height: 0;
  padding: 12px 10px;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

const List = styled.ol`
  display: flex;
  flex-direction: column;
  gap: 4px;
`;

interface PhoneTalkProps {
  messages: readonly PhoneMessage[] | undefined;
  error: unknown;
  onRetry: () => void;
  onReply: (message: PhoneMessage) => void;
  onDelete: (id: string) => void;
}

export function PhoneTalk({ messages, error, onRetry, onReply, onDelete }: PhoneTalkProps) {
  const t = useT();
  const scroller = useRef<HTMLDivElement>(null);
  const count = messages?.length ?? 0;

  // Synchronises the scroll position: the newest message is in sight.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight });
  }, [count]);

  return (
    <Scroller ref={scroller} tabIndex={0} role="log" aria-label={t('simulator.talk')}>
      {error !== null && <ErrorState error={error} onRetry={onRetry} />}
      {error === null && !messages && <PageSpinner />}
      {messages?.length === 0 && (
        <EmptyState
          icon={<MessageCircleMore />}
          title={t('simulator.noMessages')}
          text={t('simulator.noMessagesText')}
        />
      )}
      <List>
        {messages?.map((message) => (
          <PhoneBubble
            key={message.id}
            message={message}
            quoted={messages.find((each) => each.id === message.quotedId) ?? null}
            onReply={() => onReply(message)}
            onDelete={() => onDelete(message.id)}
          />
        ))}
      </List>
    </Scroller>
  );
}
