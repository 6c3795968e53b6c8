import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { connectionsOptions } from '@/api/connections';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { toast } from '@/ui/toast';
import { useDeleteConnection } from './api';
import { ConnectionDialog } from './components/ConnectionDialog';
import { ConnectionTable } from './components/ConnectionTable';
import { QrDialog } from './components/QrDialog';

type Open = { dialog: 'form' | 'qr' | 'delete'; id: number | null } | null;

/** A009: the numbers of the company, with what can be done to each. */
export default function ConnectionsPage() {
  const t = useT();
  const query = useQuery(connectionsOptions);
  const remove = useDeleteConnection();
  const [open, setOpen] = useState<Open>(null);
  const connections = query.data ?? [];
  const chosen = connections.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('connections.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('connections.deleted')), onSettled: close });
  };

  return (
    <PageFrame title={t('connections.title')} note={t('connections.subtitle')} tools={newButton}>
      {query.isPending && <RowsSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && connections.length === 0 && (
        <EmptyState
          icon={<Plug />}
          title={t('connections.empty')}
          text={t('connections.emptyText')}
          action={newButton}
        />
      )}
      {connections.length > 0 && (
        <ConnectionTable
          connections={connections}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
          onShowQr={(id) => setOpen({ dialog: 'qr', id })}
        />
      )}
      {open?.dialog === 'form' && <ConnectionDialog key={open.id} connection={chosen} onClose={close} />}
      <QrDialog connection={open?.dialog === 'qr' ? chosen : null} onClose={close} />
      <ConfirmDialog
        isOpen={open?.dialog === 'delete' && chosen !== null}
        title={t('connections.deleteTitle', { name: chosen?.name ?? '' })}
        text={t('connections.deleteText')}
        confirmLabel={t('connections.delete')}
        isDanger
        isBusy={remove.isPending}
        onConfirm={handleDelete}
        onClose={close}
      />
    </PageFrame>
  );
}
