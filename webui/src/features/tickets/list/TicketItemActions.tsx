import CircleCheck from 'lucide-react/icons/circle-check';
import Eye from 'lucide-react/icons/eye';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import { Suspense, useState } from 'react';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { lazyLayer } from '@/ui/lazyLayer';
import { useTicketActions } from '@/features/tickets/conversation/useTicketActions';

const CloseDialog = lazyLayer(() => import('@/features/tickets/conversation/CloseDialog'), 'bulk');
const PeekDialog = lazyLayer(() => import('./PeekDialog'), 'search');

/** S037: who leads may look into a conversation without opening it; and the step that the list offers. */
export function TicketItemActions({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const mayPeek = hasPermission(useUser(), 'tickets:peek');
  const [isPeeking, setIsPeeking] = useState(false);
  return (
    <>
      {mayPeek && (
        <IconButton
          size="sm"
          label={t('tickets.peekOf', { name: ticket.contact.name })}
          onClick={() => setIsPeeking(true)}
        >
          <Eye />
        </IconButton>
      )}
      <Step ticket={ticket} />
      {isPeeking && (
        <Suspense fallback={null}>
          <PeekDialog ticket={ticket} onClose={() => setIsPeeking(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Accept what waits, close what is open, reopen what is closed. */
function Step({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const actions = useTicketActions(ticket);
  const [isAsked, setIsAsked] = useState(false);
  const { name } = ticket.contact;
  if (ticket.status === 'open') {
    return (
      <>
        <IconButton
          size="sm"
          label={t('tickets.closeOf', { name })}
          disabled={actions.isBusy}
          onClick={() => actions.close({}, () => setIsAsked(true))}
        >
          <CircleCheck />
        </IconButton>
        {isAsked && (
          <Suspense fallback={null}>
            <CloseDialog
              name={name}
              isBusy={actions.isBusy}
              onConfirm={(how) => actions.close(how)}
              onClose={() => setIsAsked(false)}
            />
          </Suspense>
        )}
      </>
    );
  }
  if (ticket.status === 'closed') {
    return (
      <IconButton size="sm" label={t('tickets.reopenOf', { name })} disabled={actions.isBusy} onClick={actions.reopen}>
        <RotateCcw />
      </IconButton>
    );
  }
  return (
    <Button
      variant="soft"
      size="sm"
      aria-label={t('tickets.acceptOf', { name })}
      isBusy={actions.isBusy}
      onClick={actions.accept}
    >
      {t('tickets.accept')}
    </Button>
  );
}
