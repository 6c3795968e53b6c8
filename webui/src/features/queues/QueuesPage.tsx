import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { wholeList } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { QueueDialog } from './components/QueueDialog';
import { QueueTable } from './components/QueueTable';

/** A010: the departments of the company. */
export default function QueuesPage() {
  const t = useT();
  const list = wholeList(useQuery(queuesOptions), (queues) => queues);
  const [open, setOpen] = useState<{ id: number | null } | null>(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ id: null })}>
      {t('queues.new')}
    </Button>
  );
  return (
    <ListPage
      title={t('queues.title')}
      note={t('queues.subtitle')}
      newButton={newButton}
      list={list}
      words={{ icon: <Inbox />, empty: t('queues.empty'), emptyText: t('queues.emptyText') }}
      dialogs={
        open && (
          <QueueDialog
            key={open.id}
            queue={list.rows?.find((each) => each.id === open.id) ?? null}
            taken={(list.rows ?? []).map((each) => each.color)}
            onClose={() => setOpen(null)}
          />
        )
      }
    >
      {(queues) => <QueueTable queues={queues} onEdit={(id) => setOpen({ id })} />}
    </ListPage>
  );
}
