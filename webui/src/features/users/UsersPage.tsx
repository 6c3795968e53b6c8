import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import UserPlus from 'lucide-react/icons/user-plus';
import UsersRound from 'lucide-react/icons/users-round';
import { Suspense, useState } from 'react';
import type { User } from '@/api/types';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { Invitations } from '@/ui/Invitations';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { lazyLayer } from '@/ui/lazyLayer';
import { toast } from '@/ui/toast';
import { useDeleteUser, userListOptions } from './api';
import { UserRow } from './components/UserRow';

// The form library is heavy, and needed only once the dialog opens.
const UserDialog = lazyLayer(() => import('./components/UserDialog'));

type Open =
  | { dialog: 'invite'; user?: never }
  | { dialog: 'form'; user: User | null }
  | { dialog: 'delete'; user: User }
  | null;

/** S013: the people of the company; admins only. */
export default function UsersPage() {
  const t = useT();
  const search = useListSearch();
  const query = useInfiniteQuery(userListOptions(search.search));
  const list = pagedList(query, (page) => page.users);
  const [open, setOpen] = useState<Open>(null);
  const remove = useDeleteUser();
  const close = () => setOpen(null);
  const handleNew = () => setOpen({ dialog: 'form', user: null });
  const handleDelete = () => {
    if (open?.dialog !== 'delete') return;
    remove.mutate(open.user.id, { onSuccess: () => toast.success(t('users.deleted')), onSettled: close });
  };
  const count = query.data?.pages[0]?.count;

  return (
    <ListPage
      title={t('users.title')}
      count={count === undefined ? null : t('users.count', { count })}
      search={{ ...search, label: t('users.search'), placeholder: t('users.searchPlaceholder') }}
      tools={
        <Button variant="secondary" icon={<UserPlus />} onClick={() => setOpen({ dialog: 'invite' })}>
          {t('users.invite')}
        </Button>
      }
      newButton={
        <Button icon={<Plus />} onClick={handleNew}>
          {t('users.new')}
        </Button>
      }
      list={list}
      words={{
        icon: <UsersRound />,
        empty: t('users.empty'),
        emptyText: t('users.emptyText'),
        none: t('users.none'),
        noneText: t('users.noneText', { search: search.search }),
      }}
      renderRow={(user) => (
        <UserRow
          user={user}
          onEdit={(each) => setOpen({ dialog: 'form', user: each })}
          onDelete={(each) => setOpen({ dialog: 'delete', user: each })}
        />
      )}
      dialogs={
        <>
          <Suspense fallback={null}>
            {open?.dialog === 'form' && <UserDialog user={open.user} onClose={close} />}
          </Suspense>
          <Dialog
            isOpen={open?.dialog === 'invite'}
            title={t('users.invite')}
            description={t('users.inviteText')}
            onClose={close}
          >
            <Invitations />
          </Dialog>
          <ConfirmDialog
            isOpen={open?.dialog === 'delete'}
            title={t('users.deleteTitle', { name: open?.user?.name ?? '' })}
            text={t('users.deleteText')}
            confirmLabel={t('users.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    />
  );
}
