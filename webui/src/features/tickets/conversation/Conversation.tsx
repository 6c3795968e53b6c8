import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { ApiError } from '@/api/client';
import { paths } from '@/app/paths';
import { errorText, useT } from '@/i18n';
import { seesTicket } from '@/realtime/membership';
import { ErrorState } from '@/ui/ErrorState';
import { toast } from '@/ui/toast';
import { ticketOptions } from '@/features/tickets/api';
import { useViewer } from '@/features/tickets/useViewer';
import { ConversationSkeleton } from './ConversationSkeleton';
import { ConversationView } from './ConversationView';

/** Loads a ticket by its uuid and turns away who may not read it (S080). */
export function Conversation({ uuid }: { uuid: string }) {
  const t = useT();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  const { data: ticket, error, refetch } = useQuery(ticketOptions(uuid));
  const isDenied = ticket !== undefined && !seesTicket(ticket, viewer);
  const status = error instanceof ApiError ? error.status : null;
  const refusal = isDenied || status === 403 ? t('tickets.notAllowed') : status === 404 ? errorText(error) : null;

  // Synchronises with the notices: what was refused is told once, although it may be asked for again before the page is left.
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (refusal === null || told.current === uuid) return;
    told.current = uuid;
    toast.error(refusal);
  }, [refusal, uuid]);

  // Synchronises with the address: what may not be read is left.
  useEffect(() => {
    if (refusal !== null) void navigate({ pathname: paths.tickets, search }, { replace: true });
  }, [refusal, navigate, search]);

  if (refusal !== null) return <ConversationSkeleton />;
  if (ticket) return <ConversationView ticket={ticket} />;
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return <ConversationSkeleton />;
}
