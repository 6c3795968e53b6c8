import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import UsersRound from 'lucide-react/icons/users-round';
import type { UserPage } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { PeopleList } from '@/ui/PeopleList';
import { UserRow, type RowHandlers } from './UserRow';

interface UserListProps extends RowHandlers {
  query: UseInfiniteQueryResult<InfiniteData<UserPage>>;
  search: string;
  onNew: () => void;
  onClear: () => void;
}

export function UserList({ query, search, onNew, onClear, onEdit, onDelete }: UserListProps) {
  const t = useT();
  const isSearch = search !== '';
  return (
    <PeopleList
      label={t('users.title')}
      query={query}
      peopleOf={(page) => page.users}
      empty={
        <EmptyState
          icon={isSearch ? <SearchX /> : <UsersRound />}
          title={isSearch ? t('users.none') : t('users.empty')}
          text={isSearch ? t('users.noneText', { search }) : t('users.emptyText')}
          action={
            <Button variant={isSearch ? 'secondary' : 'primary'} onClick={isSearch ? onClear : onNew}>
              {isSearch ? t('users.clear') : t('users.new')}
            </Button>
          }
        />
      }
    >
      {(user) => <UserRow user={user} onEdit={onEdit} onDelete={onDelete} />}
    </PeopleList>
  );
}
