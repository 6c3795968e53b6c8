import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import { useState } from 'react';
import styled from 'styled-components';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { ErrorState } from '@/ui/ErrorState';
import { Spinner } from '@/ui/Spinner';
import { TextField } from '@/ui/TextField';
import type { NewContact } from '@/features/tickets/api';
import { useDebounced } from '@/lib/useDebounced';

const Root = styled.div`
  display: grid;
  gap: 12px;
`;

const List = styled.ul`
  max-height: 280px;
  overflow-y: auto;
`;

const Item = styled.button`
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  padding: 8px;
  border-radius: ${radius.md};
  font-size: ${font.base};
  text-align: left;

  &:hover {
    background: ${color.hover};
  }
`;

const Muted = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** The dialog is open before this arrives. */
const focus = (input: HTMLInputElement | null) => input?.focus();

interface ContactPickerProps {
  preset: NewContact | undefined;
  onPick: (contact: Contact) => void;
  onNew: (draft: NewContact) => void;
}

const toDraft = (text: string): NewContact => {
  const digits = text.replaceAll(/\D/g, '');
  const isNumber = digits.length >= 8 && !/\p{L}/u.test(text);
  return isNumber ? { name: '', number: digits } : { name: text.trim(), number: '' };
};

/** S077: the search begins at three characters; whoever is not found can be made. */
export function ContactPicker({ preset, onPick, onNew }: ContactPickerProps) {
  const t = useT();
  const [text, setText] = useState(preset?.number ?? '');
  const search = useDebounced(text.trim());
  const { data, error, isFetching, refetch } = useQuery(contactSearchOptions(search));
  const contacts = search.length >= MIN_SEARCH ? (data?.contacts ?? []) : [];
  const isReady = search.length >= MIN_SEARCH && data !== undefined && !isFetching;

  return (
    <Root>
      <TextField
        label={t('newTicket.contact')}
        ref={focus}
        inputMode="search"
        value={text}
        placeholder={t('newTicket.contactPlaceholder')}
        hint={text.trim().length < MIN_SEARCH ? t('newTicket.contactHint') : undefined}
        onChange={(event) => setText(event.target.value)}
      />
      {isFetching && <Spinner />}
      {error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      {contacts.length > 0 && (
        <List aria-label={t('newTicket.contact')}>
          {contacts.map((contact) => (
            <li key={contact.id}>
              <Item type="button" onClick={() => onPick(contact)}>
                <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
                <div>
                  <p>{displayName(contact.name)}</p>
                  <Muted>{formatPhone(contact.number)}</Muted>
                </div>
              </Item>
            </li>
          ))}
        </List>
      )}
      {isReady && contacts.length === 0 && <Muted role="status">{t('newTicket.contactNone')}</Muted>}
      <Button variant="secondary" icon={<UserPlus />} onClick={() => onNew(preset ?? toDraft(text))}>
        {t('newTicket.contactNew')}
      </Button>
    </Root>
  );
}
