import VenetianMask from 'lucide-react/icons/venetian-mask';
import { Suspense } from 'react';
import { errorText, lazyPart, useT } from '@/i18n';
import { readWhisper } from '@/features/tickets/composer/pieces';
import { formatTime } from '@/lib/dates';
import type { Outgoing } from '@/features/tickets/composer/outgoing';
import { Below, Bubble, Content, Row, TextButton, WhisperHead } from './Bubble.styles';
import { useConversationActions } from './conversationActions';
import { MessageText } from '@/ui/MessageText';
import { Meta } from './MessageMeta';
import { Quote } from './Quote';
import { Tick } from './Tick';

const OutgoingFile = lazyPart(async () => ({ default: (await import('./later')).OutgoingFile }));

/** A message on its way, in the shape that it will have. */
export function OutgoingBubble({ outgoing }: { outgoing: Outgoing }) {
  const t = useT();
  const { retry, discard } = useConversationActions();
  const { card, file, isPrivate, location, quoted, state } = outgoing;
  const whisper = isPrivate ? readWhisper(outgoing.body) : null;
  const isPicture = file?.type.startsWith('image/') === true;
  return (
    <Row data-side="out">
      <Bubble data-look={isPrivate ? 'whisper' : undefined} data-media={isPicture || undefined}>
        {whisper && (
          <WhisperHead>
            <VenetianMask aria-hidden />
            {whisper.name ? t('tickets.whisperBy', { name: whisper.name }) : t('tickets.whisper')}
          </WhisperHead>
        )}
        {quoted && <Quote quoted={quoted} />}
        {file && (
          <Suspense fallback={null}>
            <OutgoingFile file={file} progress={state === 'sending' ? outgoing.progress : null} />
          </Suspense>
        )}
        <Content>
          <MessageText
            text={whisper?.text ?? (card ? `👤 ${card.name}` : location ? `📍 ${location.name ?? ''}` : outgoing.body)}
          />
          <Meta>
            <time dateTime={outgoing.createdAt}>{formatTime(outgoing.createdAt)}</time>
            {state === 'sending' && !isPrivate && <Tick tick="waiting" />}
          </Meta>
        </Content>
      </Bubble>
      {state === 'failed' && (
        <Below role="alert">
          <span>{t('tickets.problem.failed')}</span>
          <span>{errorText(outgoing.error)}</span>
          <TextButton type="button" onClick={() => retry(outgoing)}>
            {t('common.retry')}
          </TextButton>
          <TextButton type="button" onClick={() => discard(outgoing)}>
            {t('tickets.discard')}
          </TextButton>
        </Below>
      )}
    </Row>
  );
}
