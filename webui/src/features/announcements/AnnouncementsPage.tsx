import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import Megaphone from 'lucide-react/icons/megaphone';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { announcementPageOptions, companyNamesOptions, useDeleteAnnouncement } from './authoring';
import { AnnouncementDialog } from './components/AnnouncementDialog';
import { AnnouncementTable } from './components/AnnouncementTable';

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A025: what super users tell every company, or one. */
export default function AnnouncementsPage() {
  const t = useT();
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(announcementPageOptions(search.search)), (page) => page.records);
  const companies = useQuery(companyNamesOptions).data ?? [];
  const remove = useDeleteAnnouncement();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('announcements.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('announcements.deleted')), onSettled: close });
  };

  return (
    <ListPage
      title={t('announcements.title')}
      note={t('announcements.subtitle')}
      search={{ ...search, label: t('announcements.search') }}
      newButton={newButton}
      list={list}
      words={{
        icon: <Megaphone />,
        empty: t('announcements.empty'),
        emptyText: t('announcements.emptyText'),
        none: t('announcements.notFound'),
        noneText: t('announcements.notFoundText'),
      }}
      dialogs={
        <>
          {open?.dialog === 'form' && (
            <AnnouncementDialog key={open.id} record={chosen} companies={companies} onClose={close} />
          )}
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('announcements.deleteTitle', { name: chosen?.title ?? '' })}
            text={t('announcements.deleteText')}
            confirmLabel={t('announcements.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(records) => (
        <AnnouncementTable
          records={records}
          companies={companies}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}
