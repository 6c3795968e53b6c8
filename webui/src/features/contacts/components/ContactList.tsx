import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import BookUser from 'lucide-react/icons/book-user';
import SearchX from 'lucide-react/icons/search-x';
import type { ContactPage } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { PeopleList } from '@/ui/PeopleList';
import { ContactRow, type RowHandlers } from './ContactRow';

interface ContactListProps extends RowHandlers {
  query: UseInfiniteQueryResult<InfiniteData<ContactPage>>;
  search: string;
  onNew: () => void;
  onClear: () => void;
}

export function ContactList({ query, search, onNew, onClear, onOpen }: ContactListProps) {
  const t = useT();
  const isSearch = search !== '';
  return (
    <PeopleList
      label={t('contacts.title')}
      query={query}
      peopleOf={(page) => page.contacts}
      empty={
        <EmptyState
          icon={isSearch ? <SearchX /> : <BookUser />}
          title={isSearch ? t('contacts.none') : t('contacts.empty')}
          text={isSearch ? t('contacts.noneText', { search }) : t('contacts.emptyText')}
          action={
            <Button variant={isSearch ? 'secondary' : 'primary'} onClick={isSearch ? onClear : onNew}>
              {isSearch ? t('contacts.clear') : t('contacts.new')}
            </Button>
          }
        />
      }
    >
      {(contact) => <ContactRow contact={contact} onOpen={onOpen} />}
    </PeopleList>
  );
}
