import Ban from 'lucide-react/icons/ban';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { dayKey, formatDate, formatTime } from '@/lib/dates';
import { formatDuration } from '@/features/tickets/format';
import { tickOf } from './ticks';
import { AuthorMark } from './AuthorMark';
import { Tick } from './Tick';

export const Meta = styled.span`
  display: inline-flex;
  float: right;
  align-items: center;
  gap: 4px;
  height: 16px;
  margin: 6px -2px -3px 10px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  line-height: 16px;
  white-space: nowrap;

  [data-look='whisper'] & {
    color: inherit;
  }
  & > svg {
    width: 12px;
    height: 12px;
  }
`;

/** When it was sent. One that came in on a later day says on which it was sent. */
function SentAt({ message: { createdAt, receivedAt } }: { message: Message }) {
  const t = useT();
  const time = formatTime(createdAt);
  if (!receivedAt) return <time dateTime={createdAt}>{time}</time>;
  const came = { time: formatTime(receivedAt) };
  const isOtherDay = dayKey(createdAt) !== dayKey(receivedAt);
  return (
    <>
      <time dateTime={createdAt}>{isOtherDay ? `${formatDate(createdAt)} ${time}` : time}</time>
      <span>{t('tickets.cameAt', came)}</span>
    </>
  );
}

/** Who spoke where it was nobody of the team, time, ticks of what was sent, and the marks of what was changed. */
export function MessageMeta({ message }: { message: Message }) {
  const t = useT();
  const tick = tickOf(message);
  const length = message.mediaType === 'audio' && message.mediaDuration ? formatDuration(message.mediaDuration) : null;
  return (
    <Meta>
      {!message.isPrivate && <AuthorMark author={message.author} />}
      {message.isDeleted && (
        <>
          <Ban aria-hidden />
          <span>{t('tickets.deletedMark')}</span>
        </>
      )}
      {message.isEdited && !message.isDeleted && <span>{t('tickets.edited')}</span>}
      {message.details?.recovered && <span>{t('tickets.recovered')} ·</span>}
      {length && <span>{length} ·</span>}
      <SentAt message={message} />
      {tick && <Tick tick={tick} />}
    </Meta>
  );
}
