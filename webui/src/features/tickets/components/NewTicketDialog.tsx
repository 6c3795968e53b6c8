import { useState } from 'react';
import type { Contact } from '../../../api/types';
import { useT } from '../../../i18n';
import { Dialog } from '../../../ui/Dialog';
import type { NewContact } from '../api';
import { ContactPicker } from './ContactPicker';
import { NewContactForm } from './NewContactForm';
import { NewTicketForm } from './NewTicketForm';

interface NewTicketDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** A person who is already named, as on a contact card. */
  preset?: NewContact;
}

/** S039 S077: first with whom, then in which queue. */
export function NewTicketDialog({ isOpen, onClose, preset }: NewTicketDialogProps) {
  const t = useT();
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t('tickets.newTicket')} size="sm">
      {isOpen && <Steps preset={preset} onClose={onClose} />}
    </Dialog>
  );
}

interface StepsProps {
  preset: NewContact | undefined;
  onClose: () => void;
}

function Steps({ preset, onClose }: StepsProps) {
  const [contact, setContact] = useState<Contact | null>(null);
  const [draft, setDraft] = useState<NewContact | null>(null);
  if (contact) return <NewTicketForm contact={contact} onBack={() => setContact(null)} onClose={onClose} />;
  if (draft) return <NewContactForm draft={draft} onBack={() => setDraft(null)} onCreated={setContact} />;
  return <ContactPicker preset={preset} onPick={setContact} onNew={setDraft} />;
}
