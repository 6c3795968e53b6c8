import { useQuery } from '@tanstack/react-query';
import type { Queue } from '@/api/types';
import { useT } from '@/i18n';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';
import { queueMenuOptions } from '../api';
import { MenuEditor } from './MenuEditor';
import { toMenu } from './tree';

interface QueueMenuDialogProps {
  queue: Queue;
  onClose: () => void;
}

/** A010, A033: the menu that the robot says in a queue. */
export function QueueMenuDialog({ queue, onClose }: QueueMenuDialogProps) {
  const t = useT();
  const options = useQuery(queueMenuOptions(queue.id));
  if (options.isSuccess && !options.isFetching) {
    return <MenuEditor queue={queue} saved={toMenu(options.data)} onClose={onClose} />;
  }
  return (
    <Dialog isOpen onClose={onClose} title={t('queues.menuOf', { name: queue.name })} size="xl">
      {options.isError ? <ErrorState error={options.error} onRetry={() => void options.refetch()} /> : <PageSpinner />}
    </Dialog>
  );
}
