import VenetianMask from 'lucide-react/icons/venetian-mask';
import { Suspense } from 'react';
import type { Message } from '@/api/types';
import { lazyExtra, lazyPart, useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { readWhisper } from '@/features/tickets/composer/pieces';
import { problemOf } from './ticks';
import { Bubble, Content, Description, Row, Sender, WhisperHead } from './Bubble.styles';
import { useConversationActions } from './conversationActions';
import { MessageMedia } from './MessageMedia';
import { MessageMeta } from './MessageMeta';
import { MessageText } from '@/ui/MessageText';
import { Quote } from './Quote';

// On its way while the messages are.
const MessageMenu = lazyExtra(() => import('./MessageMenu'), 'compose');
MessageMenu.preload();
const Reactions = lazyExtra<{ reactions: Message['reactions'] }>(() =>
  import('./later').then((it) => ({ default: it.Reactions })),
);
const SendProblem = lazyPart(() => import('./SendProblem'), 'bars');
const MessageExtras = lazyExtra<{ details: NonNullable<Message['details']> }>(
  () => import('./later').then((it) => ({ default: it.MessageExtras })),
  'compose',
);

/** Kinds whose body is not a text to be read. */
const BODILESS = new Set(['vcard', 'locationMessage', 'call_log', 'unsupported']);

/** One message of the customer, of an attendant, or whispered among attendants. */
export function MessageBubble({ message }: { message: Message }) {
  const t = useT();
  const { groupId, jumpTo } = useConversationActions();
  const { details, fromMe, isPrivate, mediaType, quotedMsg } = message;
  const whisper = isPrivate ? readWhisper(message.body) : null;
  const problem = problemOf(message);
  const isAudio = mediaType === 'audio';
  const isText = mediaType === null || !BODILESS.has(mediaType);
  const text =
    !isText || details?.rating || (mediaType === 'application' && message.body === message.mediaName)
      ? ''
      : (whisper?.text ?? message.body);
  const sender = groupId !== null && !fromMe && message.contact?.id !== groupId ? message.contact?.name : null;
  const whisperer = message.user?.name ?? whisper?.name;

  return (
    <Row data-side={fromMe ? 'out' : 'in'}>
      <Bubble
        data-look={isPrivate ? 'whisper' : undefined}
        data-media={mediaType === 'image' || mediaType === 'video' || undefined}
        data-audio={isAudio || undefined}
        data-card={(mediaType !== null && text === '') || undefined}
        data-message={message.id}
      >
        {isPrivate && (
          <WhisperHead>
            <VenetianMask aria-hidden />
            {whisperer ? t('tickets.whisperBy', { name: whisperer }) : t('tickets.whisper')}
          </WhisperHead>
        )}
        {sender && <Sender>{displayName(sender)}</Sender>}
        {quotedMsg && <Quote quoted={quotedMsg} onClick={() => jumpTo(quotedMsg.id)} />}
        {details && !message.isDeleted && (
          <Suspense fallback={null}>
            <MessageExtras details={details} />
          </Suspense>
        )}
        <MessageMedia message={message} />
        <Content>
          <MessageText text={text} isDeleted={message.isDeleted} />
          {details?.description && !message.isDeleted && <Description>{details.description}</Description>}
          <MessageMeta message={message} />
        </Content>
        {message.reactions.length > 0 && (
          <Suspense fallback={null}>
            <Reactions reactions={message.reactions} />
          </Suspense>
        )}
        <Suspense fallback={null}>
          <MessageMenu message={message} />
        </Suspense>
      </Bubble>
      {problem && (
        <Suspense fallback={null}>
          <SendProblem message={message} problem={problem} />
        </Suspense>
      )}
    </Row>
  );
}
