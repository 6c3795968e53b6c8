import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { DataTable } from '@/ui/DataTable';
import { ConnectionRow, type RowHandlers } from './ConnectionRow';

const HEADS = ['name', 'queues', 'status', 'session', 'updated', 'actions'] as const;

interface ConnectionTableProps extends RowHandlers {
  connections: readonly Connection[];
}

export function ConnectionTable({ connections, ...handlers }: ConnectionTableProps) {
  const t = useT();
  return (
    <DataTable heads={HEADS.map((head) => t(`connections.head.${head}`))}>
      {connections.map((connection) => (
        <ConnectionRow key={connection.id} connection={connection} {...handlers} />
      ))}
    </DataTable>
  );
}
