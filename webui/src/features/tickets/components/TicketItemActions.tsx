import { CircleCheck, RotateCcw } from 'lucide-react';
import type { Ticket } from '../../../api/types';
import { useT } from '../../../i18n';
import { Button } from '../../../ui/Button';
import { IconButton } from '../../../ui/IconButton';
import { useTicketActions } from '../hooks/useTicketActions';

/** The one step that the list offers: accept what waits, close what is open, reopen what is closed. */
export function TicketItemActions({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const actions = useTicketActions(ticket);
  const { name } = ticket.contact;
  if (ticket.status === 'open') {
    return (
      <IconButton size="sm" label={t('tickets.closeOf', { name })} disabled={actions.isBusy} onClick={actions.close}>
        <CircleCheck />
      </IconButton>
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
