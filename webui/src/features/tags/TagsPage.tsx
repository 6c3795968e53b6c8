import { useQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Tags from 'lucide-react/icons/tags';
import { useState } from 'react';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useDebounced } from '@/lib/useDebounced';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { SearchInput } from '@/ui/SearchInput';
import { toast } from '@/ui/toast';
import { tagPageOptions, useDeleteTag } from './api';
import { TagDialog } from './components/TagDialog';
import { TagTable } from './components/TagTable';

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A011: the company's tags. Everybody makes them; supervisors and admins change and delete them. */
export default function TagsPage() {
  const t = useT();
  const mayEdit = hasPermission(useUser(), 'tags-page:edit');
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const query = useQuery(tagPageOptions(search));
  const remove = useDeleteTag();
  const [open, setOpen] = useState<Open>(null);
  const tags = query.data?.tags ?? [];
  const chosen = tags.find((each) => each.id === open?.id) ?? null;
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
    <PageFrame
      title={t('tags.title')}
      note={t('tags.subtitle')}
      search={<SearchInput label={t('tags.search')} value={text} onSearch={setText} />}
      tools={newButton}
    >
      {query.isPending && <RowsSkeleton />}
      {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && tags.length === 0 && (
        <EmptyState
          icon={<Tags />}
          title={search === '' ? t('tags.empty') : t('tags.notFound')}
          text={search === '' ? t('tags.emptyText') : t('tags.notFoundText')}
          action={search === '' ? newButton : undefined}
        />
      )}
      {tags.length > 0 && (
        <TagTable
          tags={tags}
          mayEdit={mayEdit}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
      {open?.dialog === 'form' && <TagDialog key={open.id} tag={chosen} mayLane={mayEdit} onClose={close} />}
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
    </PageFrame>
  );
}
