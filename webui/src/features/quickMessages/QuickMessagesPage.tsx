import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Zap from 'lucide-react/icons/zap';
import { useState } from 'react';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useDebounced } from '@/lib/useDebounced';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { SearchInput } from '@/ui/SearchInput';
import { toast } from '@/ui/toast';
import { quickMessagePageOptions, useDeleteQuickMessage } from './api';
import { QuickMessageDialog } from './components/QuickMessageDialog';
import { QuickMessageTable } from './components/QuickMessageTable';

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A019: the user's own quick messages and those for everybody, which supervisors and admins write. */
export default function QuickMessagesPage() {
  const t = useT();
  const mayShare = hasPermission(useUser(), 'quick-messages:share');
  const [text, setText] = useState('');
  const search = useDebounced(text.trim());
  const query = useInfiniteQuery(quickMessagePageOptions(search));
  const remove = useDeleteQuickMessage();
  const [open, setOpen] = useState<Open>(null);
  const records = query.data?.pages.flatMap((page) => page.records) ?? [];
  const chosen = records.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('quick.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('quick.deleted')), onSettled: close });
  };

  return (
    <PageFrame
      title={t('quick.title')}
      note={t('quick.subtitle')}
      search={<SearchInput label={t('quick.search')} value={text} onSearch={setText} />}
      tools={newButton}
    >
      {query.isPending && <RowsSkeleton />}
      {query.isError && !query.data && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && records.length === 0 && (
        <EmptyState
          icon={<Zap />}
          title={search === '' ? t('quick.empty') : t('quick.notFound')}
          text={search === '' ? t('quick.emptyText') : t('quick.notFoundText')}
          action={search === '' ? newButton : undefined}
        />
      )}
      {records.length > 0 && (
        <QuickMessageTable
          records={records}
          mayShare={mayShare}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
      {query.isFetchNextPageError && <ErrorState error={query.error} onRetry={() => void query.fetchNextPage()} />}
      {query.hasNextPage && !query.isFetchNextPageError && (
        <>
          <RowsSkeleton />
          <EndMark key={records.length} onReached={() => void query.fetchNextPage()} />
        </>
      )}
      {open?.dialog === 'form' && (
        <QuickMessageDialog key={open.id} record={chosen} mayShare={mayShare} onClose={close} />
      )}
      <ConfirmDialog
        isOpen={open?.dialog === 'delete' && chosen !== null}
        title={t('quick.deleteTitle', { name: chosen?.shortcode ?? '' })}
        text={chosen?.geral ? t('quick.deleteSharedText') : t('quick.deleteText')}
        confirmLabel={t('quick.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={close}
      />
    </PageFrame>
  );
}
