import { Suspense } from 'react';
import type { Ticket } from '@/api/types';
import { lazyPart, useT } from '@/i18n';
import { Dialog } from '@/ui/Dialog';
import { Spinner } from '@/ui/Spinner';
import type { TicketActions } from './useTicketActions';

const TransferForm = lazyPart(() => import('./TransferForm'));

interface TransferDialogProps {
  ticket: Ticket;
  actions: TicketActions;
  isOpen: boolean;
  onClose: () => void;
}

/** The frame of a transfer; what is in it arrives with the first one. */
export function TransferDialog({ ticket, actions, isOpen, onClose }: TransferDialogProps) {
  const t = useT();
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('bulk.transferTitle')}
      description={t('bulk.transferText')}
      size="sm"
      isLocked={actions.isBusy}
    >
      {isOpen && (
        <Suspense fallback={<Spinner />}>
          <TransferForm
            holderId={ticket.userId}
            hasNote
            isBusy={actions.isBusy}
            onTransfer={(change) => actions.transfer(change, onClose)}
            onClose={onClose}
          />
        </Suspense>
      )}
    </Dialog>
  );
}
