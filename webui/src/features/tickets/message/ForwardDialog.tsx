import { useMutation, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import { fetchFile } from '@/api/media';
import type { Message, Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText, useT } from '@/i18n';
import { displayName } from '@/lib/phone';
import { useDebounced } from '@/lib/useDebounced';
import { useUser } from '@/state/session';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { SearchInput } from '@/ui/SearchInput';
import { Spinner } from '@/ui/Spinner';
import { toast } from '@/ui/toast';
import { useSteadyOrder } from '@/ui/useSteadyOrder';
import { ticketListOptions } from '@/features/tickets/api';
import { sendPieces } from '@/features/tickets/composer/useOutgoing';

const Root = styled.div`
  display: grid;
  gap: 12px;

  & > :first-child {
    width: 100%;
  }
`;

const List = styled.ul`
  display: grid;
  max-height: 320px;
  overflow-y: auto;
`;

const Item = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  width: 100%;
  padding: 8px;
  border-radius: ${radius.md};
  font-size: ${font.md};
  text-align: left;

  &:hover:not(:disabled) {
    background: ${color.hover};
  }
`;

/** What an Item takes. */
const ROW_PX = 56;

const Muted = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

interface ForwardDialogProps {
  message: Message;
  onClose: () => void;
}

/** Sends a message again into another conversation that the attendant holds; its file goes along. */
export default function ForwardDialog({ message, onClose }: ForwardDialogProps) {
  const t = useT();
  const user = useUser();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search: address } = useLocation();
  const [text, setText] = useState('');
  const searchParam = useDebounced(text.trim());
  const filters = useMemo(
    () => ({ status: 'open' as const, showAll: false, queueIds: [], searchParam, tags: [], users: [user.id] }),
    [searchParam, user.id],
  );
  const query = useInfiniteQuery(ticketListOptions(filters));
  const found = query.data?.pages.flatMap((page) => page.tickets) ?? [];
  const tickets = found.filter((ticket) => ticket.contactId !== message.contactId);

  const { places, handlers } = useSteadyOrder(tickets, (ticket) => ticket.id);

  const forward = useMutation({
    mutationFn: async (ticket: Ticket) => {
      const { body, mediaUrl, mediaName, mediaMime } = message;
      const file = mediaUrl ? await fetchFile(mediaUrl, mediaName ?? '', mediaMime ?? '') : null;
      sendPieces(client, ticket, [{ body, file, isPrivate: false }], null);
      return ticket;
    },
    onSuccess: (ticket) => {
      onClose();
      void navigate({ pathname: paths.ticket(ticket.uuid), search: address });
    },
    onError: (error) => toast.error(errorText(error)),
  });

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={forward.isPending}
      size="sm"
      title={t('compose.forward')}
      description={t('compose.forwardText')}
    >
      <Root>
        <SearchInput label={t('compose.forwardSearch')} value={text} onSearch={setText} />
        {query.isPending && <Spinner />}
        {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
        {query.data && tickets.length === 0 && <Muted role="status">{t('compose.forwardNone')}</Muted>}
        {tickets.length > 0 && (
          <List aria-label={t('compose.forward')} {...handlers}>
            {places.map(({ key, item: ticket }) => (
              <li key={key} style={ticket ? undefined : { height: ROW_PX }}>
                {ticket && (
                  <Item type="button" disabled={forward.isPending} onClick={() => forward.mutate(ticket)}>
                    <Avatar name={ticket.contact.name} picture={ticket.contact.profilePicUrl} size={36} />
                    <span>
                      {displayName(ticket.contact.name)}
                      <Muted>#{ticket.id}</Muted>
                    </span>
                  </Item>
                )}
              </li>
            ))}
          </List>
        )}
      </Root>
    </Dialog>
  );
}
