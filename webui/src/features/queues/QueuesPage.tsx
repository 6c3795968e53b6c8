import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { PageFrame } from '@/ui/PageFrame';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { QueueDialog } from './components/QueueDialog';
import { QueueTable } from './components/QueueTable';

/** A010: the departments of the company. */
export default function QueuesPage() {
  const t = useT();
  const { data: queues, error, refetch } = useQuery(queuesOptions);
  const [open, setOpen] = useState<{ id: number | null } | null>(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ id: null })}>
      {t('queues.new')}
    </Button>
  );
  return (
    <PageFrame title={t('queues.title')} note={t('queues.subtitle')} tools={newButton}>
      {!queues && !error && <RowsSkeleton />}
      {!queues && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {queues?.length === 0 && (
        <EmptyState icon={<Inbox />} title={t('queues.empty')} text={t('queues.emptyText')} action={newButton} />
      )}
      {queues && queues.length > 0 && <QueueTable queues={queues} onEdit={(id) => setOpen({ id })} />}
      {open && (
        <QueueDialog
          key={open.id}
          queue={queues?.find((each) => each.id === open.id) ?? null}
          taken={(queues ?? []).map((each) => each.color)}
          onClose={() => setOpen(null)}
        />
      )}
    </PageFrame>
  );
}
