import { useInfiniteQuery } from '@tanstack/react-query';
import ContactRound from 'lucide-react/icons/contact-round';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { lazyLayer } from '@/ui/lazyLayer';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { listPageOptions, useDeleteList } from './api';
import { ListTable } from './components/ListTable';

// The form library is heavy, and needed only once a dialog opens.
const ListDialog = lazyLayer(() => import('./components/ListDialog'));

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A022: lists of people whom campaigns write to. */
export default function ContactListsPage() {
  const t = useT();
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(listPageOptions(search.search)), (page) => page.records);
  const remove = useDeleteList();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('contactLists.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('contactLists.deleted')), onSettled: close });
  };

  return (
    <ListPage
      title={t('contactLists.title')}
      note={t('contactLists.subtitle')}
      search={{ ...search, label: t('contactLists.search') }}
      newButton={newButton}
      list={list}
      words={{
        icon: <ContactRound />,
        empty: t('contactLists.empty'),
        emptyText: t('contactLists.emptyText'),
        none: t('contactLists.notFound'),
        noneText: t('contactLists.notFoundText'),
      }}
      dialogs={
        <>
          <Suspense fallback={null}>
            {open?.dialog === 'form' && <ListDialog key={open.id} record={chosen} onClose={close} />}
          </Suspense>
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('contactLists.deleteTitle', { name: chosen?.name ?? '' })}
            text={t('contactLists.deleteText')}
            confirmLabel={t('contactLists.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(records) => (
        <ListTable
          records={records}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}
