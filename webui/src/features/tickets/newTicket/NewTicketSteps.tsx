import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contactOptions } from '@/api/contacts';
import type { Contact } from '@/api/types';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';
import type { NewContact } from '@/features/tickets/api';
import { ContactPicker } from './ContactPicker';
import { NewContactForm } from './NewContactForm';
import { NewTicketForm } from './NewTicketForm';

interface NewTicketStepsProps {
  preset: NewContact | undefined;
  contactId: number | null;
  onClose: () => void;
}

export default function NewTicketSteps({ preset, contactId, onClose }: NewTicketStepsProps) {
  const [contact, setContact] = useState<Contact | null>(null);
  const [draft, setDraft] = useState<NewContact | null>(null);
  const [isChosen, setIsChosen] = useState(contactId !== null);
  const chosen = useQuery(contactOptions(contactId));
  if (isChosen) {
    if (chosen.isError) return <ErrorState error={chosen.error} onRetry={() => void chosen.refetch()} />;
    if (!chosen.data) return <PageSpinner />;
    return <NewTicketForm contact={chosen.data} onBack={() => setIsChosen(false)} onClose={onClose} />;
  }
  if (contact) return <NewTicketForm contact={contact} onBack={() => setContact(null)} onClose={onClose} />;
  if (draft) return <NewContactForm draft={draft} onBack={() => setDraft(null)} onCreated={setContact} />;
  return <ContactPicker preset={preset} onPick={setContact} onNew={setDraft} />;
}
