import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { formatTime } from '@/lib/dates';
import { noticeOf } from './notices';

const Root = styled.div`
  display: flex;
  justify-content: center;
  padding: 6px 0;
`;

const Text = styled.p`
  max-width: 520px;
  padding: 4px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surface};
  color: ${color.textMuted};
  font-size: ${font.sm};
  line-height: 18px;
  text-align: center;
  overflow-wrap: anywhere;
`;

/** What WhatsApp says of the customer: nobody wrote it, only the team sees it. */
export default function NoticeLine({ message }: { message: Message }) {
  const t = useT();
  const name = displayName(message.contact?.name ?? '');
  return (
    <Root data-message={message.id}>
      <Text>
        {t(`tickets.notice.${noticeOf(message.body)}`, { name })}{' '}
        <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
      </Text>
    </Root>
  );
}
