import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import type { User } from '@/api/types';
import { useT } from '@/i18n';
import { useDebounced } from '@/lib/useDebounced';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { ListPage } from '@/ui/ListPage';
import { SearchInput } from '@/ui/SearchInput';
import { lazyLayer } from '@/ui/lazyLayer';
import { toast } from '@/ui/toast';
import { useDeleteUser, userListOptions } from './api';
import { UserList } from './components/UserList';

// The form library is heavy, and needed only once the dialog opens.
const UserDialog = lazyLayer(() => import('./components/UserDialog'));

type Open = { dialog: 'form'; user: User | null } | { dialog: 'delete'; user: User } | null;

/** S013: the people of the company; admins only. */
export default function UsersPage() {
  const t = useT();
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const query = useInfiniteQuery(userListOptions(search));
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
      note={query.isPending ? t('common.loading') : count !== undefined && t('users.count', { count })}
      search={
        <SearchInput
          label={t('users.search')}
          placeholder={t('users.searchPlaceholder')}
          value={text}
          maxLength={200}
          onSearch={setText}
        />
      }
      tools={
        <Button icon={<Plus />} onClick={handleNew}>
          {t('users.new')}
        </Button>
      }
    >
      <UserList
        query={query}
        search={search}
        onNew={handleNew}
        onClear={() => setText('')}
        onEdit={(user) => setOpen({ dialog: 'form', user })}
        onDelete={(user) => setOpen({ dialog: 'delete', user })}
      />
      <Suspense fallback={null}>{open?.dialog === 'form' && <UserDialog user={open.user} onClose={close} />}</Suspense>
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
    </ListPage>
  );
}
