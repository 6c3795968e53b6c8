import { Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '../../i18n';
import { color, font, media } from '../../styles/tokens';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/ConfirmDialog';
import { EmptyState } from '../../ui/EmptyState';
import { ErrorState } from '../../ui/ErrorState';
import { toast } from '../../ui/toast';
import { useConnections, useDeleteConnection } from './api';
import { ConnectionDialog } from './components/ConnectionDialog';
import { ConnectionsSkeleton } from './components/ConnectionsSkeleton';
import { ConnectionTable } from './components/ConnectionTable';
import { QrDialog } from './components/QrDialog';

const Page = styled.div`
  min-height: 100%;
  padding: 20px 24px 32px;
  background: ${color.surface};

  @media ${media.sm} {
    padding: 14px 14px 24px;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 12px;
  max-width: 1180px;
  margin-bottom: 16px;
`;

const Title = styled.h1`
  font-size: 1.0625rem;
  letter-spacing: -0.01em;
`;

const Note = styled.p`
  margin-top: 2px;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

type Open = { dialog: 'form' | 'qr' | 'delete'; id: number | null } | null;

/** A009: the numbers of the company, with what can be done to each. */
export default function ConnectionsPage() {
  const t = useT();
  const query = useConnections();
  const remove = useDeleteConnection();
  const [open, setOpen] = useState<Open>(null);
  const connections = query.data ?? [];
  const chosen = connections.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const handleNew = () => setOpen({ dialog: 'form', id: null });

  const handleDelete = () => {
    if (!chosen) return;
    remove.mutate(chosen.id, { onSuccess: () => toast.success(t('connections.deleted')), onSettled: close });
  };

  return (
    <Page>
      <Head>
        <div>
          <Title>{t('connections.title')}</Title>
          <Note>{t('connections.subtitle')}</Note>
        </div>
        <Button icon={<Plus />} onClick={handleNew}>
          {t('connections.new')}
        </Button>
      </Head>
      {query.isPending && <ConnectionsSkeleton />}
      {query.isError && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && connections.length === 0 && (
        <EmptyState
          icon={<Plug />}
          title={t('connections.empty')}
          text={t('connections.emptyText')}
          action={<Button onClick={handleNew}>{t('connections.new')}</Button>}
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
    </Page>
  );
}
