import { useQuery } from '@tanstack/react-query';
import Inbox from 'lucide-react/icons/inbox';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { queuesOptions } from '@/api/queues';
import { useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { wholeList } from '@/ui/list';
import { ListPage } from '@/ui/ListPage';
import { DeleteQueueDialog } from './components/DeleteQueueDialog';
import { QueueDialog } from './components/QueueDialog';
import { QueueTable } from './components/QueueTable';
import { QueueMenuDialog } from './menu/QueueMenuDialog';
import { takenColors } from './model';

/** A010: the departments of the company. */
export default function QueuesPage() {
  const t = useT();
  const list = wholeList(useQuery(queuesOptions), (queues) => queues);
  const [open, setOpen] = useState<{ id: number | null; as: 'form' | 'menu' | 'deletion' } | null>(null);
  const opened = list.rows?.find((each) => each.id === open?.id) ?? null;
  const close = () => setOpen(null);
  const newButton = (
    <Button icon={<Plus />} onClick={() => setOpen({ id: null, as: 'form' })}>
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
        <>
          {open?.as === 'form' && (
            <QueueDialog key={open.id} queue={opened} taken={takenColors(list.rows ?? [], open.id)} onClose={close} />
          )}
          {open?.as === 'menu' && opened && <QueueMenuDialog key={opened.id} queue={opened} onClose={close} />}
          {open?.as === 'deletion' && opened && (
            <DeleteQueueDialog
              queue={opened}
              others={(list.rows ?? []).filter((each) => each.id !== opened.id)}
              onClose={close}
            />
          )}
        </>
      }
    >
      {(queues) => (
        <QueueTable
          queues={queues}
          onEdit={(id) => setOpen({ id, as: 'form' })}
          onMenu={(id) => setOpen({ id, as: 'menu' })}
          onDelete={(id) => setOpen({ id, as: 'deletion' })}
        />
      )}
    </ListPage>
  );
}
