import Ban from 'lucide-react/icons/ban';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Reply from 'lucide-react/icons/reply';
import Trash2 from 'lucide-react/icons/trash';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { ACK_READ, type PhoneMessage } from '../model';
import { PhoneContent } from './PhoneContent';
import { PhoneQuote } from './PhoneQuote';

const Root = styled.li`
  position: relative;
  align-self: flex-start;
  max-width: 84%;
  padding: 6px 10px;
  border: 1px solid ${color.bubbleInLine};
  border-radius: ${radius.lg} ${radius.lg} ${radius.lg} 4px;
  background: ${color.bubbleIn};
  font-size: ${font.md};
  overflow-wrap: anywhere;

  &[data-mine] {
    align-self: flex-end;
    border-color: transparent;
    border-radius: ${radius.lg} ${radius.lg} 4px;
    background: ${color.bubbleOut};
    color: ${color.bubbleOutText};
  }
`;

const Meta = styled.span`
  display: flex;
  align-items: center;
  justify-content: flex-end;
  gap: 3px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;

  & > svg {
    width: 14px;
    height: 14px;
  }
  & > [data-read] {
    color: ${color.tick};
  }
`;

const Author = styled.p`
  color: ${color.accentText};
  font-size: ${font.sm};
  font-weight: ${font.semibold};
`;

const Gone = styled.p`
  display: flex;
  align-items: center;
  gap: 6px;
  color: ${color.textMuted};
  font-style: italic;

  & > svg {
    width: 14px;
    height: 14px;
  }
`;

const More = styled.button`
  position: absolute;
  top: 2px;
  right: 2px;
  padding: 3px;
  border-radius: ${radius.sm};
  background: inherit;
  color: ${color.textMuted};
  opacity: 0;

  & > svg {
    width: 16px;
    height: 16px;
  }
  li:hover > &,
  &:focus-visible,
  &[aria-expanded='true'] {
    opacity: 1;
  }
  @media (hover: none) {
    opacity: 1;
  }
`;

interface PhoneBubbleProps {
  message: PhoneMessage;
  quoted: PhoneMessage | null;
  onReply: () => void;
  onDelete: () => void;
}

export function PhoneBubble({ message, quoted, onReply, onDelete }: PhoneBubbleProps) {
  const t = useT();
  const isMine = message.direction === 'in';
  const items: MenuEntry[] = [{ id: 'reply', icon: <Reply />, label: t('simulator.reply'), onSelect: onReply }];
  if (isMine) {
    items.push({ id: 'delete', icon: <Trash2 />, label: t('simulator.delete'), isDanger: true, onSelect: onDelete });
  }
  return (
    <Root data-mine={isMine || undefined}>
      {message.deleted ? (
        <Gone>
          <Ban aria-hidden />
          {t('simulator.deleted')}
        </Gone>
      ) : (
        <>
          {message.authorName && <Author>{message.authorName}</Author>}
          {quoted && <PhoneQuote message={quoted} />}
          <PhoneContent message={message} />
        </>
      )}
      <Meta>
        {message.edited && !message.deleted && t('simulator.edited')}
        {message.fromOwnPhone && `${t('simulator.own.typed')} · `}
        {formatTime(message.at)}
        {isMine && !message.deleted && <Ticks ack={message.ack} />}
      </Meta>
      {!message.deleted && (
        <Menu
          label={t('simulator.messageMenu')}
          items={items}
          trigger={
            <More type="button" aria-label={t('simulator.messageMenu')}>
              <ChevronDown aria-hidden />
            </More>
          }
        />
      )}
    </Root>
  );
}

function Ticks({ ack }: { ack: number }) {
  const t = useT();
  if (ack >= ACK_READ) return <CheckCheck data-read aria-label={t('simulator.ack.read')} role="img" />;
  if (ack === 3) return <CheckCheck aria-label={t('simulator.ack.delivered')} role="img" />;
  return <Check aria-label={t('simulator.ack.sent')} role="img" />;
}
