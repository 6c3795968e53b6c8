import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { useDebounced } from '@/lib/useDebounced';
import { useUser } from '@/state/session';
import { Avatar } from '@/ui/Avatar';
import { Checkbox } from '@/ui/Checkbox';
import { ErrorState } from '@/ui/ErrorState';
import { Failure } from '@/ui/Failure';
import { SearchInput } from '@/ui/SearchInput';
import { Spinner } from '@/ui/Spinner';
import { useSteadyOrder } from '@/ui/useSteadyOrder';
import { ticketListOptions } from '@/features/tickets/api';
import { List, Muted, Person, ROW_PX, Words } from './ForwardDialog.styles';
import { ofContact, ofTicket, TARGETS_MAX, type Target } from './targets';

interface ForwardTargetsProps {
  /** Whose conversation it is: it does not go there again. */
  contactId: number | null;
  targets: readonly Target[];
  reasonOf: (target: Target) => string | null;
  onChange: (targets: readonly Target[]) => void;
}

/** Those whom the attendant serves, and from the third letter on every contact who is found. */
function useFound(text: string, contactId: number | null) {
  const user = useUser();
  const searchParam = useDebounced(text.trim());
  const filters = useMemo(
    () => ({ status: 'open' as const, showAll: false, queueIds: [], searchParam, tags: [], users: [user.id] }),
    [searchParam, user.id],
  );
  const tickets = useInfiniteQuery(ticketListOptions(filters));
  const contacts = useQuery(contactSearchOptions(searchParam));
  const served = tickets.data?.pages.flatMap((page) => page.tickets) ?? [];
  const others = searchParam.length < MIN_SEARCH ? [] : (contacts.data?.contacts ?? []);
  const isServed = new Set([contactId, ...served.map((each) => each.contactId)]);
  return {
    tickets,
    contacts,
    found: [
      ...served.filter((each) => each.contactId !== contactId).map(ofTicket),
      ...others.filter(({ id }) => !isServed.has(id)).map(ofContact),
    ],
  };
}

export function ForwardTargets({ contactId, targets, reasonOf, onChange }: ForwardTargetsProps) {
  const t = useT();
  const id = useId();
  const [text, setText] = useState('');
  const { tickets, contacts, found } = useFound(text, contactId);
  // who was chosen stays in sight under another search
  const unseen = targets.filter((each) => !found.some((other) => other.key === each.key));
  const shown = [...unseen, ...found];
  const { places, handlers } = useSteadyOrder(shown, (each) => each.key);
  const isFull = targets.length >= TARGETS_MAX;
  const toggle = (target: Target) => {
    const rest = targets.filter((each) => each.key !== target.key);
    onChange(rest.length < targets.length ? rest : [...rest, target]);
  };
  const isPending = tickets.isPending || contacts.isFetching;
  return (
    <section aria-labelledby={id}>
      <h3 id={id}>{t('compose.forwardTo', { count: targets.length })}</h3>
      <SearchInput label={t('compose.forwardSearch')} value={text} onSearch={setText} />
      <Muted>{t('compose.forwardHint', { letters: MIN_SEARCH })}</Muted>
      {tickets.isError && !tickets.data && <ErrorState error={tickets.error} onRetry={() => void tickets.refetch()} />}
      {contacts.isError && <ErrorState error={contacts.error} onRetry={() => void contacts.refetch()} />}
      {!isPending && !tickets.isError && !contacts.isError && shown.length === 0 && (
        <Muted role="status">{t(text.trim() === '' ? 'compose.forwardNone' : 'compose.forwardNobody')}</Muted>
      )}
      {shown.length > 0 && (
        <List aria-labelledby={id} {...handlers}>
          {places.map(({ key, item: target }) => (
            <li key={key} style={target ? undefined : { height: ROW_PX }}>
              {target && (
                <TargetRow
                  target={target}
                  isChosen={targets.some((each) => each.key === target.key)}
                  isFull={isFull}
                  reason={reasonOf(target)}
                  onToggle={() => toggle(target)}
                />
              )}
            </li>
          ))}
        </List>
      )}
      {isPending && <Spinner />}
    </section>
  );
}

interface TargetRowProps {
  target: Target;
  isChosen: boolean;
  isFull: boolean;
  /** Why it was refused there. */
  reason: string | null;
  onToggle: () => void;
}

function TargetRow({ target, isChosen, isFull, reason, onToggle }: TargetRowProps) {
  const t = useT();
  const { name, profilePicUrl } = target.kind === 'ticket' ? target.ticket.contact : target.contact;
  return (
    <>
      <Checkbox
        isChecked={isChosen}
        disabled={isFull && !isChosen}
        label={
          <Person>
            <Avatar name={name} picture={profilePicUrl} size={32} />
            <Words>
              {displayName(name)}
              <Muted>
                {target.kind === 'ticket'
                  ? `#${target.ticket.id}`
                  : t('compose.forwardNew', { number: formatPhone(target.contact.number) })}
              </Muted>
            </Words>
          </Person>
        }
        onChange={onToggle}
      />
      {reason !== null && <Failure>{reason}</Failure>}
    </>
  );
}
