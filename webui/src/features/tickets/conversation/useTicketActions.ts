import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '@/api/client';
import { keys } from '@/api/keys';
import type { Ticket, TicketConflict } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText, useT } from '@/i18n';
import { rememberPlace } from '@/lib/place';
import { applyTicket, dropTicket } from '@/realtime/handlers/ticket';
import { displayName } from '@/lib/phone';
import { useUser } from '@/state/session';
import { toast } from '@/ui/toast';
import { ticketCalls, type TicketChange } from '@/features/tickets/api';
import { acceptChange, closeChange, reopenChange, returnChange } from './transitions';
import type { ClosingWish } from './useClosing';
import { useViewer } from '@/features/tickets/useViewer';

interface Step {
  fields: TicketChange;
  /** `hasLeft`: the user has gone on to something else, and is left there. */
  onDone: (hasLeft: boolean, next: Ticket) => unknown;
  /** The company wants to know why it is closed. */
  onAsked?: (() => void) | undefined;
}

/** What an attendant does with a ticket, with its effect on the address (S063) and on the lists. */
export function useTicketActions(ticket: Ticket) {
  const t = useT();
  const user = useUser();
  const viewer = useViewer();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { search, pathname } = useLocation();

  const settle = (next: Ticket) => {
    client.setQueryData(keys.ticket(next.uuid), next);
    applyTicket(client, next, viewer);
  };
  // Only the conversation that is shown is left; another one beside the list stays open.
  const leave = async () => {
    if (pathname === paths.ticket(ticket.uuid)) await navigate({ pathname: paths.tickets, search });
  };
  const enter = (hasLeft: boolean) => {
    // beside the board the conversation is shown already
    if (pathname === paths.board) return undefined;
    if (!hasLeft) return navigate({ pathname: paths.ticket(ticket.uuid), search });
    return toast.success(t('tickets.yours', { name: displayName(ticket.contact.name) }));
  };
  const leaveUnlessGone = (hasLeft: boolean) => hasLeft || leave();

  const report = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'ERR_OTHER_OPEN_TICKET') {
      const { user: holder, queue } = error.body as TicketConflict;
      const none = t('tickets.nobody');
      toast.error(t('tickets.conflict', { holder: holder?.name ?? none, queue: queue?.name ?? t('tickets.noQueue') }));
    } else toast.error(errorText(error));
  };

  const change = useMutation({
    mutationFn: ({ fields }: Step) => ticketCalls.change(ticket.id, fields),
    onMutate: () => rememberPlace(),
    onSuccess: (next, { onDone }, hasLeft) => {
      void onDone(hasLeft(), next);
      settle(next);
    },
    onError: (error, { onAsked }, hasLeft) => {
      const isAsked = error instanceof ApiError && error.code === 'ERR_CLOSING_REASON_REQUIRED';
      if (isAsked && onAsked && !hasLeft?.()) onAsked();
      else report(error);
    },
  });
  const remove = useMutation({
    // the event of the deletion may be faster than its answer: nobody is to ask for the ticket any more
    mutationFn: async () => {
      await leave();
      return ticketCalls.remove(ticket.id);
    },
    onSuccess: () => {
      dropTicket(client, ticket.id);
      client.removeQueries({ queryKey: keys.ticket(ticket.uuid) });
      toast.success(t('tickets.deleted'));
    },
    onError: report,
  });
  const markUnread = useMutation({
    mutationFn: async () => {
      await leave();
      return ticketCalls.markUnread(ticket.id);
    },
    onSuccess: settle,
    onError: report,
  });

  return {
    isBusy: change.isPending || remove.isPending,
    accept: () => change.mutate({ fields: acceptChange(user.id), onDone: enter }),
    reopen: () => change.mutate({ fields: reopenChange(ticket, user.id), onDone: enter }),
    giveBack: () => change.mutate({ fields: returnChange(), onDone: leaveUnlessGone }),
    close: (how: ClosingWish = {}, onAsked?: () => void) =>
      change.mutate({ fields: closeChange(ticket, user.id, how), onDone: leaveUnlessGone, onAsked }),
    transfer: (fields: TicketChange, done: () => void) =>
      change.mutate({
        fields,
        onDone: (hasLeft, next) => {
          done();
          const to = next.user?.name ?? next.queue?.name ?? t('tickets.noQueue');
          toast.success(t('tickets.transferred', { name: displayName(next.contact.name), to }));
          return leaveUnlessGone(hasLeft);
        },
      }),
    snooze: (fields: TicketChange, done: () => void) =>
      change.mutate({
        fields,
        onDone: (hasLeft) => {
          done();
          toast.success(t('snooze.done'));
          return leaveUnlessGone(hasLeft);
        },
      }),
    wake: () => change.mutate({ fields: { snooze: null }, onDone: () => toast.success(t('snooze.back')) }),
    rank: (priority: Ticket['priority']) => change.mutate({ fields: { priority }, onDone: () => undefined }),
    remove: () => remove.mutate(),
    markUnread: () => markUnread.mutate(),
  };
}

export type TicketActions = ReturnType<typeof useTicketActions>;
