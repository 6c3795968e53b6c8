import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import { useT } from '@/i18n';
import { can, hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { useListSearch, wholeList } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { tagPageOptions, useDeleteTag } from './api';
import { TagDialog } from './components/TagDialog';
import { TagTable } from './components/TagTable';

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A011: the company's tags. Everybody makes them; supervisors and admins change and delete them. */
export default function TagsPage() {
  const t = useT();
  const user = useUser();
  const mayEdit = hasPermission(user, 'tags-page:edit');
  const mayLane = mayEdit && can(user, { plan: 'useKanban' });
  const search = useListSearch();
  const list = wholeList(useQuery(tagPageOptions(search.search)), (page) => page.tags);
  const remove = useDeleteTag();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('tags.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, {
      onSuccess: () => toast.success(t('tags.deleted')),
      onSettled: close,
    });
  };

  return (
    <ListPage
      title={t('tags.title')}
      note={t('tags.subtitle')}
      search={{ ...search, label: t('tags.search') }}
      newButton={newButton}
      list={list}
      words={{
        icon: <Tags />,
        empty: t('tags.empty'),
        emptyText: t('tags.emptyText'),
        none: t('tags.notFound'),
        noneText: t('tags.notFoundText'),
      }}
      dialogs={
        <>
          {open?.dialog === 'form' && <TagDialog key={open.id} tag={chosen} mayLane={mayLane} onClose={close} />}
          <ConfirmDialog
            isOpen={open?.dialog === 'delete' && chosen !== null}
            title={t('tags.deleteTitle', { name: chosen?.name ?? '' })}
            text={t('tags.deleteText', { count: chosen?.ticketsCount ?? 0 })}
            confirmLabel={t('tags.delete')}
            isDanger
            isBusy={remove.isPending}
            onConfirm={handleDelete}
            onClose={close}
          />
        </>
      }
    >
      {(tags) => (
        <TagTable
          tags={tags}
          mayEdit={mayEdit}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}
