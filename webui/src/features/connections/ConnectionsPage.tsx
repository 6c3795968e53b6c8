import Plug from 'lucide-react/icons/plug';
import Plus from 'lucide-react/icons/plus';
import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { connectionsOptions, healthOptions } from '@/api/connections';
import type { Connection } from '@/api/types';
import { lazyPart, useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { wholeList } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { toast } from '@/ui/toast';
import { useDeleteConnection } from './api';
import { ConnectionCard } from './components/ConnectionCard';
import { ConnectionDialog } from './components/ConnectionDialog';
import { PairingDialog } from './components/PairingDialog';
import { TestDialog } from './components/TestDialog';

const TemplatesDialog = lazyPart(() => import('./components/TemplatesDialog'), 'templates');

const Cards = styled.ul`
  display: grid;
  gap: 12px;
  max-width: 1180px;
`;

type Open =
  | { dialog: 'form'; id: number | null }
  | { dialog: 'delete' | 'test' | 'templates'; id: number }
  | { dialog: 'pair'; id: number; isFresh: boolean }
  | null;

/** A009: the numbers of the company, how each has been, and what can be done to it. */
export default function ConnectionsPage() {
  const t = useT();
  const user = useUser();
  const list = wholeList(useQuery(connectionsOptions), (connections) => connections);
  const health = useQuery(healthOptions);
  const remove = useDeleteConnection();
  const [open, setOpen] = useState<Open>(null);
  const chosen = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const isAdmin = hasPermission(user, 'connections-page:addConnection');
  const newButton = isAdmin && (
    <Button icon={<Plus />} onClick={() => setOpen({ dialog: 'form', id: null })}>
      {t('connections.new')}
    </Button>
  );

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('connections.deleted')), onSettled: close });
  };
  // Its code comes in a moment; it is why the number was made.
  const handleMade = ({ id }: Connection) => setOpen({ dialog: 'pair', id, isFresh: true });
  const note = () => {
    if (!list.rows || list.rows.length === 0) return t('connections.subtitle');
    const up = list.rows.filter(({ status }) => status === 'CONNECTED').length;
    const most = user.company.plan?.connections;
    const count = t('connections.count', { up, all: list.rows.length });
    return [t('connections.subtitle'), count, most !== undefined && t('connections.plan', { most })]
      .filter(Boolean)
      .join(' ');
  };

  return (
    <ListPage
      title={t('connections.title')}
      note={note()}
      newButton={newButton}
      list={list}
      words={{ icon: <Plug />, empty: t('connections.empty'), emptyText: t('connections.emptyText') }}
      dialogs={
        <>
          {open?.dialog === 'form' && (
            <ConnectionDialog key={open.id} connection={chosen} onClose={close} onMade={handleMade} />
          )}
          {open?.dialog === 'pair' && chosen && (
            <PairingDialog key={open.id} connection={chosen} isFresh={open.isFresh} onClose={close} />
          )}
          {open?.dialog === 'test' && chosen && <TestDialog key={open.id} connection={chosen} onClose={close} />}
          {open?.dialog === 'templates' && chosen && (
            <Suspense fallback={null}>
              <TemplatesDialog key={open.id} connection={chosen} onClose={close} />
            </Suspense>
          )}
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
        <Cards>
          {connections.map((connection) => (
            <li key={connection.id}>
              <ConnectionCard
                connection={connection}
                health={health.data?.find(({ id }) => id === connection.id)}
                onEdit={(id) => setOpen({ dialog: 'form', id })}
                onDelete={(id) => setOpen({ dialog: 'delete', id })}
                onPair={(id, isFresh) => setOpen({ dialog: 'pair', id, isFresh })}
                onTemplates={(id) => setOpen({ dialog: 'templates', id })}
                onTest={(id) => setOpen({ dialog: 'test', id })}
              />
            </li>
          ))}
        </Cards>
      )}
    </ListPage>
  );
}
