import { useQuery } from '@tanstack/react-query';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import { contactOptions } from '@/api/contacts';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { showContact } from '@/state/contactDrawer';
import { color, font, layer, layout, shadow } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { IconButton } from '@/ui/IconButton';
import { UnsavedQuestion } from '@/ui/UnsavedQuestion';
import { useUnsaved } from '@/ui/useUnsaved';
import { BusinessProfile } from './BusinessProfile';
import { ContactFacts } from './ContactFacts';
import { ContactFactsSkeleton } from './ContactFactsSkeleton';
import { ContactForm } from './ContactForm';
import { Informations } from './Informations';
import { Notes } from './Notes';
import { Steps } from './Steps';

const Root = styled.div`
  display: flex;
  flex-direction: column;
  width: ${layout.contactDrawer};
  min-height: 0;
  border-left: 1px solid ${color.line};
  background: ${color.surface};

  @container (max-width: 1099.98px) {
    position: absolute;
    inset: 0 0 0 auto;
    z-index: ${layer.cover};
    box-shadow: ${shadow.lg};
  }
  @container (max-width: 719.98px) {
    width: 100%;
    border-left: 0;
  }
`;

const Head = styled.header`
  display: flex;
  flex: none;
  align-items: center;
  justify-content: space-between;
  height: 60px;
  padding: 0 10px 0 16px;
  border-bottom: 1px solid ${color.line};
`;

const Title = styled.h2`
  font-size: ${font.md};
`;

const Body = styled.div`
  flex: 1;
  min-height: 0;
  overflow-y: auto;
  overscroll-behavior: contain;
`;

interface ContactDrawerProps {
  ticket: Ticket;
  /** It was opened beside this conversation, and did not come along from another one. */
  isOpenedHere: boolean;
}

/** S038: who the customer is, what is known about this ticket, and what the team wrote down. */
export default function ContactDrawer({ ticket, isOpenedHere }: ContactDrawerProps) {
  const t = useT();
  const { data: contact, error, refetch } = useQuery(contactOptions(ticket.contactId));
  const [isEditing, setIsEditing] = useState(false);
  const [isChanged, setIsChanged] = useState(false);
  const unsaved = useUnsaved({
    isOpen: true,
    isLocked: false,
    isChanged: () => isChanged,
    onClose: () => showContact(false),
  });
  const root = useRef<HTMLDivElement>(null);
  // Synchronises with the keyboard: who opened it reads on from its beginning; who opened a conversation writes there.
  useEffect(() => {
    if (isOpenedHere) root.current?.querySelector('button')?.focus();
  }, [isOpenedHere]);

  return (
    <Root
      ref={root}
      role="group"
      aria-label={t('drawer.title')}
      onKeyDown={(event) => {
        // Not the keys of what lies above it, which belongs to it for React alone.
        if (!event.currentTarget.contains(event.target as Node)) return;
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        unsaved.close();
      }}
    >
      <Head>
        <Title>{t('drawer.title')}</Title>
        <IconButton label={t('drawer.close')} onClick={unsaved.close}>
          <X />
        </IconButton>
      </Head>
      <Body tabIndex={-1}>
        {!contact && !error && <ContactFactsSkeleton />}
        {!contact && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {contact &&
          (isEditing ? (
            <ContactForm contact={contact} onDone={() => setIsEditing(false)} onChanged={setIsChanged} />
          ) : (
            <ContactFacts contact={contact} onEdit={() => setIsEditing(true)} />
          ))}
        {contact && !contact.isGroup && <BusinessProfile contactId={contact.id} />}
        <Informations key={`i${ticket.id}`} ticket={ticket} />
        <Notes key={`n${ticket.id}`} ticket={ticket} />
        <Steps key={`s${ticket.id}`} ticket={ticket} />
      </Body>
      <UnsavedQuestion unsaved={unsaved} />
    </Root>
  );
}
