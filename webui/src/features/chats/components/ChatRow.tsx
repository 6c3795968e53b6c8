import styled from 'styled-components';
import type { Chat } from '@/api/types';
import { formatMoment } from '@/lib/dates';
import { useToday } from '@/lib/useToday';
import { color, font, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';

const Row = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  padding: 10px 14px;
  border-bottom: 1px solid ${color.line};
  text-align: left;

  &:hover {
    background: ${color.hover};
  }
  &[aria-current] {
    background: ${color.selected};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Words = styled.span`
  display: grid;
  flex: 1;
  min-width: 0;

  & > * {
    ${truncate}
  }
  & > b {
    font-size: ${font.base};
  }
  & > span {
    min-height: 1.45em;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

const Side = styled.span`
  display: grid;
  flex: none;
  justify-items: end;
  gap: 4px;
  min-height: 34px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

interface ChatRowProps {
  chat: Chat;
  unreads: number;
  isSelected?: boolean;
  onOpen: (chat: Chat) => void;
}

export function ChatRow({ chat, unreads, isSelected, onOpen }: ChatRowProps) {
  const today = useToday();
  return (
    <li>
      <Row type="button" aria-current={isSelected ? 'page' : undefined} onClick={() => onOpen(chat)}>
        <Avatar name={chat.title} size={36} />
        <Words>
          <b>{chat.title}</b>
          <span>{chat.lastMessage}</span>
        </Words>
        <Side>
          {formatMoment(chat.updatedAt, today)}
          {unreads > 0 && <Badge tone="accent" count={unreads} />}
        </Side>
      </Row>
    </li>
  );
}
