import Eye from 'lucide-react/icons/eye';
import MessageCircleMore from 'lucide-react/icons/message-circle-more';
import PencilLine from 'lucide-react/icons/pencil-line';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useCrowd } from '@/state/lookers';
import { useUser } from '@/state/session';
import { color, font } from '@/styles/tokens';
import { noticeOf } from './lookers';

/** Lies over the end of the messages, so that nothing moves when it comes and goes. */
const Root = styled.div`
  position: relative;
  flex: none;
  height: 0;
`;

const Lines = styled.div`
  position: absolute;
  bottom: 6px;
  left: 18px;
  display: grid;
  justify-items: start;
  gap: 4px;
  max-width: calc(100% - 36px);
`;

const Line = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  max-width: 100%;
  padding: 3px 10px;
  border: 1px solid ${color.line};
  border-radius: 999px;
  background: ${color.surface};
  color: ${color.textMuted};
  font-size: ${font.xs};

  & > svg {
    flex: none;
    width: 14px;
    height: 14px;
  }
`;

/** Who else looks at this conversation, or writes in it: two should not answer the same customer. And whether he writes. */
export default function LookersLine({ ticketId, contactName }: { ticketId: number; contactName: string }) {
  const t = useT();
  const user = useUser();
  const { users, isContactWriting } = useCrowd(ticketId);
  const notice = noticeOf(users, user.id);
  return (
    <Root role="status">
      <Lines>
        {isContactWriting && (
          <Line>
            <MessageCircleMore aria-hidden />
            {t('compose.contactWrites', { name: contactName })}
          </Line>
        )}
        {notice && (
          <Line>
            {notice.isWriting ? <PencilLine aria-hidden /> : <Eye aria-hidden />}
            {t(notice.isWriting ? 'compose.writes' : 'compose.looks', { name: notice.name, more: notice.more })}
          </Line>
        )}
      </Lines>
    </Root>
  );
}
