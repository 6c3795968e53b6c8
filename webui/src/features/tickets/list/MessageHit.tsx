import { useMemo } from 'react';
import { useLocation } from 'react-router';
import styled from 'styled-components';
import type { FoundMessage } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { color, font, motion } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Link } from '@/ui/Link';
import { readWhisper } from '@/features/tickets/composer/pieces';
import { formatMoment } from '@/lib/dates';
import { snippet } from './snippet';
import { plainText } from '@/lib/messageText';

const Root = styled(Link)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: 0 12px;
  height: 76px;
  padding: 0 14px;
  border-bottom: 1px solid ${color.line};
  color: ${color.text};
  transition: background-color ${motion.fast};

  &:hover {
    background: ${color.hover};
    text-decoration: none;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`;

const Words = styled.span`
  display: grid;
  gap: 2px;
  min-width: 0;
`;

const Name = styled.span`
  overflow: hidden;
  font-size: ${font.md};
  font-weight: ${font.medium};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

const Text = styled.span`
  display: -webkit-box;
  overflow: hidden;
  color: ${color.textMuted};
  font-size: ${font.base};
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 2;

  & > mark {
    border-radius: 3px;
    background: ${color.warningSoft};
    color: ${color.warning};
  }
`;

const Time = styled.time`
  align-self: start;
  padding-top: 14px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

interface MessageHitProps {
  message: FoundMessage;
  search: string;
  today: Date;
}

/** A found message; its link opens the conversation at it. */
export function MessageHit({ message, search, today }: MessageHitProps) {
  const t = useT();
  const location = useLocation();
  const { ticket, body, fromMe, createdAt, user } = message;
  const parts = useMemo(() => snippet(plainText(readWhisper(body).text), search), [body, search]);
  const params = new URLSearchParams(location.search);
  params.set('message', String(message.id));
  return (
    <Root to={{ pathname: paths.ticket(ticket.uuid), search: params.toString() }}>
      <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} />
      <Words>
        <Name>{displayName(ticket.contact.name)}</Name>
        <Text>
          {fromMe && `${user?.name ?? t('search.you')}: `}
          {parts.map((part, index) =>
            // The parts of one text never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            part.isHit ? <mark key={index}>{part.text}</mark> : part.text,
          )}
        </Text>
      </Words>
      <Time dateTime={createdAt}>{formatMoment(createdAt, today)}</Time>
    </Root>
  );
}
