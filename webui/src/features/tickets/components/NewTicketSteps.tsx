import { useState } from 'react';
import type { Contact } from '../../../api/types';
import type { NewContact } from '../api';
import { ContactPicker } from './ContactPicker';
import { NewContactForm } from './NewContactForm';
import { NewTicketForm } from './NewTicketForm';

interface NewTicketStepsProps {
  preset: NewContact | undefined;
  onClose: () => void;
}

export default function NewTicketSteps({ preset, onClose }: NewTicketStepsProps) {
  const [contact, setContact] = useState<Contact | null>(null);
  const [draft, setDraft] = useState<NewContact | null>(null);
  if (contact) return <NewTicketForm contact={contact} onBack={() => setContact(null)} onClose={onClose} />;
  if (draft) return <NewContactForm draft={draft} onBack={() => setDraft(null)} onCreated={setContact} />;
  return <ContactPicker preset={preset} onPick={setContact} onNew={setDraft} />;
}
