import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import type { Message, Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText, isMessageId, useT } from '@/i18n';
import { plainText } from '@/lib/messageText';
import { displayName } from '@/lib/phone';
import { useDebounced } from '@/lib/useDebounced';
import { useUser } from '@/state/session';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { Failure } from '@/ui/Failure';
import { SearchInput } from '@/ui/SearchInput';
import { Spinner } from '@/ui/Spinner';
import { toast } from '@/ui/toast';
import { useSteadyOrder } from '@/ui/useSteadyOrder';
import { ticketListOptions } from '@/features/tickets/api';
import { candidates, inOrder, MESSAGES_MAX, TICKETS_MAX, toggled } from './forwarding';
import { messageCalls } from './messageCalls';

const Root = styled.div`
  display: grid;
  gap: 12px;

  & > section {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  & h3 {
    font-size: ${font.base};
  }
  & > section > :nth-child(2) {
    width: 100%;
  }
`;

const List = styled.ul`
  display: grid;
  max-height: 240px;
  overflow-y: auto;

  &[data-short] {
    max-height: 150px;
    border: 1px solid ${color.line};
    border-radius: ${radius.md};
  }
  & > li {
    min-width: 0;
    padding: 6px 8px;
  }
  & label {
    display: flex;
    min-width: 0;
  }
`;

/** What a ticket takes. */
const ROW_PX = 48;

const Person = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
  min-width: 0;
  font-size: ${font.md};
`;

const Words = styled.span`
  ${truncate}
  min-width: 0;
`;

const Muted = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

interface ForwardDialogProps {
  ticket: Ticket;
  /** The message that was asked for. */
  message: Message;
  /** The conversation as far as it is here. */
  messages: readonly Message[];
  onClose: () => void;
}

/** Sends messages again into other conversations that the attendant holds, with the same files. */
export default function ForwardDialog({ ticket, message, messages, onClose }: ForwardDialogProps) {
  const t = useT();
  const navigate = useNavigate();
  const { search: address } = useLocation();
  // One name for all tries: whatever is pressed twice, or was lost on the way, goes once.
  const [name] = useState(() => crypto.randomUUID());
  const [offered] = useState(() => candidates(messages, message));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set([message.id]));
  const [targets, setTargets] = useState<readonly Ticket[]>([]);

  const forward = useMutation({
    mutationFn: () =>
      messageCalls.forward({
        ticketId: ticket.id,
        messageIds: inOrder(offered, chosen),
        ticketIds: targets.map(({ id }) => id),
        clientId: name,
      }),
    onSuccess: ({ results }) => {
      const refused = results.filter(({ ok }) => !ok);
      const sent = targets.filter(({ id }) => !refused.some((each) => each.id === id));
      if (sent.length > 0) toast.success(t('compose.forwarded', { count: sent.length }));
      // who was refused stays, with the reason; the others have it
      setTargets(targets.filter((each) => !sent.includes(each)));
      const [only] = sent;
      if (refused.length > 0) return;
      onClose();
      if (only && sent.length === 1) void navigate({ pathname: paths.ticket(only.uuid), search: address });
    },
  });
  const reasonOf = (id: number) => {
    const code = forward.data?.results.find((each) => each.id === id)?.error;
    const text = `errors.${code ?? ''}`;
    if (!code) return null;
    return isMessageId(text) ? t(text) : code;
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={forward.isPending}
      title={t('compose.forward')}
      description={t('compose.forwardText', { messages: MESSAGES_MAX, tickets: TICKETS_MAX })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={forward.isPending}>
            {t('common.cancel')}
          </Button>
          <Button
            isBusy={forward.isPending}
            disabled={chosen.size === 0 || targets.length === 0}
            onClick={() => {
              if (!forward.isPending) forward.mutate();
            }}
          >
            {t('compose.forwardSend', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <Root>
        <Messages
          offered={offered}
          asked={message.id}
          chosen={chosen}
          onToggle={(id) => setChosen(toggled(chosen, id, MESSAGES_MAX))}
        />
        <Targets contactId={message.contactId} targets={targets} reasonOf={reasonOf} onChange={setTargets} />
        {forward.isError && <Failure>{errorText(forward.error)}</Failure>}
      </Root>
    </Dialog>
  );
}

interface MessagesProps {
  offered: readonly Message[];
  asked: number;
  chosen: ReadonlySet<number>;
  onToggle: (id: number) => void;
}

function Messages({ offered, asked, chosen, onToggle }: MessagesProps) {
  const t = useT();
  const id = useId();
  const isFull = chosen.size >= MESSAGES_MAX;
  /** The one that was asked for is in sight. */
  const show = (row: HTMLLIElement | null) => {
    if (row?.parentElement) row.parentElement.scrollTop = row.offsetTop - row.parentElement.offsetTop - ROW_PX;
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('compose.forwardMessages', { count: chosen.size })}</h3>
      <List data-short>
        {offered.map((each) => (
          <li key={each.id} ref={each.id === asked ? show : undefined}>
            <Checkbox
              isChecked={chosen.has(each.id)}
              disabled={isFull && !chosen.has(each.id)}
              label={<Words>{plainText(each.body) || t(`tickets.kind.${each.mediaType ?? 'text'}`)}</Words>}
              onChange={() => onToggle(each.id)}
            />
          </li>
        ))}
      </List>
    </section>
  );
}

interface TargetsProps {
  /** Whose conversation it is: it does not go there again. */
  contactId: number | null;
  targets: readonly Ticket[];
  reasonOf: (id: number) => string | null;
  onChange: (targets: readonly Ticket[]) => void;
}

function Targets({ contactId, targets, reasonOf, onChange }: TargetsProps) {
  const t = useT();
  const id = useId();
  const user = useUser();
  const [text, setText] = useState('');
  const searchParam = useDebounced(text.trim());
  const filters = useMemo(
    () => ({ status: 'open' as const, showAll: false, queueIds: [], searchParam, tags: [], users: [user.id] }),
    [searchParam, user.id],
  );
  const query = useInfiniteQuery(ticketListOptions(filters));
  const found = query.data?.pages.flatMap((page) => page.tickets) ?? [];
  const others = found.filter((each) => each.contactId !== contactId);
  // who was chosen stays in sight under another search
  const unseen = targets.filter((each) => !others.some((other) => other.id === each.id));
  const shown = [...unseen, ...others];
  const { places, handlers } = useSteadyOrder(shown, (each) => each.id);
  const isFull = targets.length >= TICKETS_MAX;
  const toggle = (ticket: Ticket) => {
    const rest = targets.filter((each) => each.id !== ticket.id);
    onChange(rest.length < targets.length ? rest : [...rest, ticket]);
  };
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('compose.forwardTo', { count: targets.length })}</h3>
      <SearchInput label={t('compose.forwardSearch')} value={text} onSearch={setText} />
      {query.isPending && <Spinner />}
      {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && shown.length === 0 && <Muted role="status">{t('compose.forwardNone')}</Muted>}
      {shown.length > 0 && (
        <List aria-labelledby={id} {...handlers}>
          {places.map(({ key, item: ticket }) => (
            <li key={key} style={ticket ? undefined : { height: ROW_PX }}>
              {ticket && (
                <Target
                  ticket={ticket}
                  isChosen={targets.some((each) => each.id === ticket.id)}
                  isFull={isFull}
                  reason={reasonOf(ticket.id)}
                  onToggle={() => toggle(ticket)}
                />
              )}
            </li>
          ))}
        </List>
      )}
    </section>
  );
}

interface TargetProps {
  ticket: Ticket;
  isChosen: boolean;
  isFull: boolean;
  /** Why it was refused there. */
  reason: string | null;
  onToggle: () => void;
}

function Target({ ticket, isChosen, isFull, reason, onToggle }: TargetProps) {
  return (
    <>
      <Checkbox
        isChecked={isChosen}
        disabled={isFull && !isChosen}
        label={
          <Person>
            <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={32} />
            <Words>
              {displayName(ticket.contact.name)}
              <Muted>#{ticket.id}</Muted>
            </Words>
          </Person>
        }
        onChange={onToggle}
      />
      {reason !== null && <Failure>{reason}</Failure>}
    </>
  );
}
