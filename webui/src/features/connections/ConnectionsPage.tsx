import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { connectionsOptions } from '@/api/connections';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { wholeList } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { useDeleteConnection } from './api';
import { ConnectionDialog } from './components/ConnectionDialog';
import { ConnectionTable } from './components/ConnectionTable';
import { QrDialog } from './components/QrDialog';

type Open = { dialog: 'form' | 'qr' | 'delete'; id: number | null } | null;

/** A009: the numbers of the company, with what can be done to each. */
export default function ConnectionsPage() {
  const t = useT();
  const list = wholeList(useQuery(connectionsOptions), (connections) => connections);
  const remove = useDeleteConnection();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
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
    <ListPage
      title={t('connections.title')}
      note={t('connections.subtitle')}
      newButton={newButton}
      list={list}
      words={{ icon: <Plug />, empty: t('connections.empty'), emptyText: t('connections.emptyText') }}
      dialogs={
        <>
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
        </>
      }
    >
      {(connections) => (
        <ConnectionTable
          connections={connections}
          onEdit={(id) => setOpen({ dialog: 'form', id })}
          onDelete={(id) => setOpen({ dialog: 'delete', id })}
          onShowQr={(id) => setOpen({ dialog: 'qr', id })}
        />
      )}
    </ListPage>
  );
}
