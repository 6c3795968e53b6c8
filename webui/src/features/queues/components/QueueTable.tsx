import { useState } from 'react';
import type { Queue } from '@/api/types';
import { useT } from '@/i18n';
import { DataTable } from '@/ui/DataTable';
import { moveNode, rowsOfTree, type NodeId, type TreePlace } from '@/ui/tree';
import { useOrderQueues } from '../api';
import { QueueRow, type QueueNode } from './QueueRow';

interface QueueTableProps {
  queues: readonly Queue[];
  onEdit: (id: number) => void;
  onMenu: (id: number) => void;
  onDelete: (id: number) => void;
}

/** The queues in the order of the robot's menu, which is changed by the pointer and by the keys of a row's handle. */
export function QueueTable({ queues, onEdit, onMenu, onDelete }: QueueTableProps) {
  const t = useT();
  const order = useOrderQueues();
  const [dragKey] = useState(() => Symbol('queues'));
  const [said, setSaid] = useState('');
  const nodes: QueueNode[] = queues.map((queue) => ({ id: queue.id, label: queue.name, children: [], queue }));
  const rows = rowsOfTree(nodes);
  const move = (id: NodeId, place: TreePlace | null) => {
    const label = nodes.find((node) => node.id === id)?.label;
    if (!place || label === undefined) return;
    order.mutate(moveNode(nodes, id, place).map(({ queue }) => queue.id));
    setSaid(t('tree.moved', { label, position: place.index + 1 }));
  };
  const heads = [t('queues.head.name'), t('queues.head.assign'), t('queues.head.actions')];
  return (
    <>
      <DataTable heads={heads}>
        {rows.map((row) => (
          <QueueRow
            key={row.node.id}
            row={row}
            rows={rows}
            dragKey={dragKey}
            onMove={move}
            onEdit={() => onEdit(row.node.queue.id)}
            onMenu={() => onMenu(row.node.queue.id)}
            onDelete={() => onDelete(row.node.queue.id)}
          />
        ))}
      </DataTable>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
