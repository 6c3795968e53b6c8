import Clock from 'lucide-react/icons/clock';
import Ellipsis from 'lucide-react/icons/ellipsis';
import UserRound from 'lucide-react/icons/user-round';
import { memo, useEffect, useRef, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { formatMoment } from '@/lib/dates';
import { lastSaid } from '@/lib/lastSaid';
import { displayName, formatPhone, isPhone } from '@/lib/phone';
import { useUser } from '@/state/session';
import { plainText } from '@/lib/messageText';
import { Avatar } from '@/ui/Avatar';
import { Badge } from '@/ui/Badge';
import { IconButton } from '@/ui/IconButton';
import { Menu } from '@/ui/Menu';
import { Tag } from '@/ui/Tag';
import type { Lane } from './model';
import { CardRoot, CardTop, Foot, Holder, Moment, Number, Open, Said, Tags, Text, Tools, Who } from './Board.styles';

/** Which card takes the focus after a move, and in which lane. */
export type Wanted = RefObject<{ ticketId: number; lane: string; until: number } | null>;

interface CardFaceProps {
  ticket: Ticket;
  /** The tag of the lane says nothing new. */
  lane: Lane;
  today: Date;
}

const LABELS = { you: 'board.you', company: 'board.company' } as const;

function LastLine({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const { id } = useUser();
  const { author, text } = lastSaid(ticket, id);
  const label = typeof author === 'object' ? `${author.name}:` : author === 'customer' ? '' : t(LABELS[author]);
  return (
    <Text>
      {label} {plainText(text)}
    </Text>
  );
}

/** What a card says below its name: A024. */
function CardFace({ ticket, lane, today }: CardFaceProps) {
  const t = useT();
  const { unreadMessages, user, queue, status, tags } = ticket;
  const moment = ticket.lastMessageAt ?? ticket.updatedAt;
  const shown = formatMoment(moment, today);
  const waits = status !== 'open';
  return (
    <>
      <Said>
        <LastLine ticket={ticket} />
        {unreadMessages > 0 && (
          <span role="img" aria-label={t('board.unread', { count: unreadMessages })}>
            <Badge count={unreadMessages} tone="accent" max={99} />
          </span>
        )}
      </Said>
      <Foot>
        <Tags>
          {lane.kind === 'tags' && queue && <Tag dot={queue.color}>{queue.name}</Tag>}
          {tags.map(
            (tag) =>
              (lane.kind !== 'tags' || tag.id !== lane.id) && (
                <Tag key={tag.id} tint={tag.color}>
                  {tag.name}
                </Tag>
              ),
          )}
        </Tags>
        <Moment dateTime={moment} title={waits ? t('board.waitingSince', { time: shown }) : undefined}>
          {waits && <Clock role="img" aria-label={t('board.waitingSince', { time: shown })} />}
          {shown}
        </Moment>
        <Holder title={user?.name ?? t('board.nobody')}>
          {user ? (
            <span role="img" aria-label={user.name}>
              <Avatar name={user.name} size={20} />
            </span>
          ) : (
            <UserRound role="img" aria-label={t('board.nobody')} />
          )}
        </Holder>
      </Foot>
    </>
  );
}

function useNumber({ id, contact }: Ticket): string {
  const t = useT();
  const number = contact.isGroup ? t('board.group') : isPhone(contact.number) ? formatPhone(contact.number) : null;
  return number ? `#${id} · ${number}` : `#${id}`;
}

/** The card that is carried by the pointer. */
export function CarriedCard(props: CardFaceProps) {
  const { contact, unreadMessages } = props.ticket;
  const number = useNumber(props.ticket);
  return (
    <CardRoot as="div" aria-hidden data-carried data-unread={unreadMessages > 0 || undefined}>
      <CardTop>
        <Avatar name={contact.name} picture={contact.profilePicUrl} size={34} />
        <Who>
          <Open as="span">{displayName(contact.name)}</Open>
          <Number>{number}</Number>
        </Who>
      </CardTop>
      <CardFace {...props} />
    </CardRoot>
  );
}

interface BoardCardProps extends CardFaceProps {
  isSelected: boolean;
  isHole: boolean;
  isCarried: boolean;
  hintId: string;
  lanes: readonly Lane[];
  wanted: Wanted;
  onOpen: (ticket: Ticket) => void;
  onBegin: (event: PointerEvent<HTMLElement>, ticket: Ticket) => void;
  onKey: (event: KeyboardEvent<HTMLElement>, ticket: Ticket) => void;
  onBlur: () => void;
  onMoveTo: (ticket: Ticket, lane: Lane) => void;
}

export const BoardCard = memo(function BoardCard(props: BoardCardProps) {
  const { ticket, lane, wanted, lanes } = props;
  const t = useT();
  const button = useRef<HTMLButtonElement>(null);
  const { contact, unreadMessages } = ticket;
  const name = displayName(contact.name);
  const number = useNumber(ticket);

  // Synchronises with the focus: a card that was moved by keys keeps it in its new lane.
  useEffect(() => {
    const want = wanted.current;
    if (want?.ticketId !== ticket.id || want.lane !== lane.key || performance.now() > want.until) return;
    if (document.activeElement !== button.current) button.current?.focus();
  });

  const others = lanes.filter(({ key }) => key !== lane.key);
  return (
    <CardRoot
      data-card={ticket.id}
      data-selected={props.isSelected || undefined}
      data-hole={props.isHole || undefined}
      data-carried={props.isCarried || undefined}
      data-unread={unreadMessages > 0 || undefined}
      onPointerDown={(event) => props.onBegin(event, ticket)}
      onContextMenu={(event) => props.isCarried && event.preventDefault()}
    >
      <CardTop>
        <Avatar name={contact.name} picture={contact.profilePicUrl} size={34} />
        <Who>
          <Open
            ref={button}
            type="button"
            aria-describedby={props.hintId}
            aria-pressed={props.isCarried || props.isHole || undefined}
            onClick={() => props.onOpen(ticket)}
            onKeyDown={(event) => props.onKey(event, ticket)}
            onKeyUp={(event) => event.key === ' ' && event.preventDefault()}
            onBlur={props.onBlur}
          >
            {name}
          </Open>
          <Number>{number}</Number>
        </Who>
        <Tools data-undraggable>
          <Menu
            label={t('board.moveTo', { name })}
            trigger={
              <IconButton label={t('board.moveTo', { name })} size="sm">
                <Ellipsis />
              </IconButton>
            }
            items={[
              { kind: 'heading', id: 'to', label: t('board.moveToLane') },
              ...others.map((other) => ({
                id: other.key,
                label: other.name,
                onSelect: () => props.onMoveTo(ticket, other),
              })),
            ]}
          />
        </Tools>
      </CardTop>
      <CardFace ticket={ticket} lane={lane} today={props.today} />
    </CardRoot>
  );
});
