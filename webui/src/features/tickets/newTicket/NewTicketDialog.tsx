import { Suspense } from 'react';
import { lazyPart, useT } from '@/i18n';
import { Dialog } from '@/ui/Dialog';
import { Arriving } from '@/ui/lazyLayer';
import { PageSpinner } from '@/ui/PageSpinner';
import type { NewContact } from '@/features/tickets/api';

// The form library behind it is heavy, and needed only once the dialog opens.
const NewTicketSteps = lazyPart(() => import('./NewTicketSteps'), 'contacts', 'newTicket');

interface NewTicketDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A person who is already named, as on a contact card. */
  preset?: NewContact;
  /** A contact who is already chosen. */
  contactId?: number | null;
}

/** S039 S077: first with whom, then in which queue. */
export function NewTicketDialog({ isOpen, onClose, preset, contactId = null }: NewTicketDialogProps) {
  const t = useT();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('tickets.newTicket')} size="sm">
      {isOpen && (
        <Suspense
          fallback={
            <>
              <Arriving onClose={onClose} />
              <PageSpinner />
            </>
          }
        >
          <NewTicketSteps preset={preset} contactId={contactId} onClose={onClose} />
        </Suspense>
      )}
    </Dialog>
  );
}
