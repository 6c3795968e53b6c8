import { useInfiniteQuery } from '@tanstack/react-query';
import Files from 'lucide-react/icons/files';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { filePageOptions, useDeleteFileList } from './api';
import { FileListDialog } from './components/FileListDialog';
import { FileListTable } from './components/FileListTable';

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A027: files with a text, ready to be sent together. */
export default function FilesPage() {
  const t = useT();
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(filePageOptions(search.search)), (page) => page.files);
  const remove = useDeleteFileList();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('files.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('files.deleted')), onSettled: close });
  };

  return (
    <ListPage
      title={t('files.title')}
      note={t('files.subtitle')}
      search={{ ...search, label: t('files.search') }}
      newButton={newButton}
      list={list}
      words={{
        icon: <Files />,
        empty: t('files.empty'),
        emptyText: t('files.emptyText'),
        none: t('files.notFound'),
        noneText: t('files.notFoundText'),
      }}
      dialogs={
        <>
          {open?.dialog === 'form' && <FileListDialog key={open.id} record={chosen} onClose={close} />}
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('files.deleteTitle', { name: chosen?.name ?? '' })}
            text={t('files.deleteText')}
            confirmLabel={t('files.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(records) => (
        <FileListTable
          records={records}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}
