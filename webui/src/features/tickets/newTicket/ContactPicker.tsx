import { useQuery } from '@tanstack/react-query';
import UserPlus from 'lucide-react/icons/user-plus';
import styled from 'styled-components';
import { contactSearchOptions, MIN_SEARCH } from '@/api/contactSearch';
import type { Contact } from '@/api/types';
import { useT } from '@/i18n';
import { displayName, formatPhone } from '@/lib/phone';
import { color, font } from '@/styles/tokens';
import { Avatar } from '@/ui/Avatar';
import { Button } from '@/ui/Button';
import { Combobox } from '@/ui/Combobox';
import { useComboSearch } from '@/ui/comboSearch';
import { ErrorState } from '@/ui/ErrorState';
import type { NewContact } from '@/features/tickets/api';

const Root = styled.div`
  display: grid;
  gap: 12px;
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
  const combo = useComboSearch(preset?.number ?? '');
  const { text, search } = combo;
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(contactSearchOptions(search));
  const isSearched = search.length >= MIN_SEARCH;

  return (
    <Root>
      <Combobox
        label={t('newTicket.contact')}
        inputRef={focus}
        placeholder={t('newTicket.contactPlaceholder')}
        hint={text.trim().length < MIN_SEARCH ? t('newTicket.contactHint') : undefined}
        search={combo}
        options={isSearched ? (data?.contacts ?? []) : []}
        keyOf={(contact) => contact.id}
        isAnswered={combo.isStill && (!isSearched || (!isFetching && !isPlaceholderData))}
        none={isSearched && data && t('newTicket.contactNone')}
        onChoose={onPick}
      >
        {(contact) => (
          <>
            <Avatar name={contact.name} picture={contact.profilePicUrl} size={36} />
            <div>
              <p>{displayName(contact.name)}</p>
              <Muted>{formatPhone(contact.number)}</Muted>
            </div>
          </>
        )}
      </Combobox>
      {error && !isFetching && <ErrorState error={error} onRetry={() => void refetch()} />}
      <Button variant="secondary" icon={<UserPlus />} onClick={() => onNew(preset ?? toDraft(text))}>
        {t('newTicket.contactNew')}
      </Button>
    </Root>
  );
}
