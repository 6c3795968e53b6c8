import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import ContactRound from 'lucide-react/icons/contact-round';
import { Suspense, useState } from 'react';
import { useParams } from 'react-router';
import { listOptions } from '@/api/contactLists';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { lazyLayer } from '@/ui/lazyLayer';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { itemPageOptions, useDeleteItem } from './api';
import { ItemTable } from './components/ItemTable';
import { ItemTools } from './components/ItemTools';

// The form library is heavy, and needed only once a dialog opens.
const ItemDialog = lazyLayer(() => import('./components/ItemDialog'));
const ListImport = lazyLayer(() => import('./components/ListImport'));

type Open = { dialog: 'form' | 'delete'; id: number | null } | { dialog: 'import'; id: null } | null;

/** A022: who stands in a list. */
export default function ListContactsPage() {
  const t = useT();
  const listId = Number(useParams()['contactListId']);
  const search = useListSearch();
  const head = useQuery(listOptions(listId));
  const list = pagedList(useInfiniteQuery(itemPageOptions(listId, search.search)), (page) => page.contacts);
  const remove = useDeleteItem(listId);
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const handleImport = () => setOpen({ dialog: 'import', id: null });
  const handleNew = () => setOpen({ dialog: 'form', id: null });

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('contactLists.contactDeleted')), onSettled: close });
  };

  const name = head.data?.name ?? t('contactLists.title');
  return (
    <ListPage
      title={name}
      count={head.data ? t('contactLists.checks', { count: head.data.contactsCount, ...head.data.checks }) : null}
      search={{
        ...search,
        label: t('contactLists.searchContacts'),
        placeholder: t('contactLists.searchContactsPlaceholder'),
      }}
      tools={<ItemTools listId={listId} onImport={handleImport} onNew={handleNew} />}
      list={list}
      words={{
        icon: <ContactRound />,
        empty: t('contactLists.noContacts'),
        emptyText: t('contactLists.noContactsText'),
        none: t('contactLists.noContactFound'),
        noneText: t('contactLists.noContactFoundText', { search: search.search }),
      }}
      emptyAction={<Button onClick={handleImport}>{t('contactLists.import')}</Button>}
      dialogs={
        <>
          <Suspense fallback={null}>
            {open?.dialog === 'form' && <ItemDialog key={open.id} listId={listId} record={chosen} onClose={close} />}
            {open?.dialog === 'import' && <ListImport listId={listId} name={name} onClose={close} />}
          </Suspense>
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('contactLists.removeTitle', { name: chosen?.name ?? '' })}
            text={t('contactLists.removeText')}
            confirmLabel={t('contactLists.remove')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(items) => (
        <ItemTable
          items={items}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}
