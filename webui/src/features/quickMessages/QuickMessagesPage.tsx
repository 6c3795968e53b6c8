import { useInfiniteQuery } from '@tanstack/react-query';
import Plus from 'lucide-react/icons/plus';
import Zap from 'lucide-react/icons/zap';
import { useState } from 'react';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { pagedList, useListSearch } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { quickMessagePageOptions, useDeleteQuickMessage } from './api';
import { QuickMessageDialog } from './components/QuickMessageDialog';
import { QuickMessageTable } from './components/QuickMessageTable';

type Open = { dialog: 'form' | 'delete'; id: number | null } | null;

/** A019: the user's own quick messages and those for everybody, which supervisors and admins write. */
export default function QuickMessagesPage() {
  const t = useT();
  const mayShare = hasPermission(useUser(), 'quick-messages:share');
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(quickMessagePageOptions(search.search)), (page) => page.records);
  const remove = useDeleteQuickMessage();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
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
    <ListPage
      title={t('quick.title')}
      note={t('quick.subtitle')}
      search={{ ...search, label: t('quick.search') }}
      newButton={newButton}
      list={list}
      words={{
        icon: <Zap />,
        empty: t('quick.empty'),
        emptyText: t('quick.emptyText'),
        none: t('quick.notFound'),
        noneText: t('quick.notFoundText'),
      }}
      dialogs={
        <>
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
        </>
      }
    >
      {(records) => (
        <QuickMessageTable
          records={records}
          mayShare={mayShare}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
        />
      )}
    </ListPage>
  );
}
