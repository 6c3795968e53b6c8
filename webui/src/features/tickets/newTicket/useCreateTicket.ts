import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '@/api/client';
import { keys } from '@/api/keys';
import type { Ticket, TicketConflict } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText } from '@/i18n';
import { rememberPlace } from '@/lib/place';
import { applyTicket } from '@/realtime/handlers/ticket';
import { useUser } from '@/state/session';
import { toast } from '@/ui/toast';
import { ticketCalls } from '@/features/tickets/api';
import { useViewer } from '@/features/tickets/useViewer';

/** S066: opens a ticket; when the contact has one already, the own one is shown and another's holder is named. */
export function useCreateTicket(contactId: number, onDone: () => void) {
  const user = useUser();
  const viewer = useViewer();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [conflict, setConflict] = useState<TicketConflict | null>(null);

  // Who has gone on finds it in the list, and is not taken out of what was begun meanwhile.
  const show = (uuid: string, hasLeft: boolean) => {
    if (hasLeft) return;
    onDone();
    void navigate(paths.ticket(uuid));
  };
  const create = useMutation({
    onMutate: () => rememberPlace(),
    mutationFn: (queueId: number | null) =>
      ticketCalls.create({ contactId, userId: user.id, status: 'open', ...(queueId === null ? {} : { queueId }) }),
    onSuccess: (ticket: Ticket, _, hasLeft) => {
      client.setQueryData(keys.ticket(ticket.uuid), ticket);
      applyTicket(client, ticket, viewer);
      show(ticket.uuid, hasLeft());
    },
    onError: (error, _, hasLeft) => {
      if (!(error instanceof ApiError) || error.code !== 'ERR_OTHER_OPEN_TICKET') {
        toast.error(errorText(error));
        return;
      }
      const body = error.body as TicketConflict;
      if (body.userId === user.id && body.ticket) show(body.ticket.uuid, hasLeft?.() ?? false);
      else setConflict(body);
    },
  });
  return { create: create.mutate, isBusy: create.isPending, conflict };
}
