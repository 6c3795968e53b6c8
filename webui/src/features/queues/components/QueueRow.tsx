import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import GripVertical from 'lucide-react/icons/grip-vertical';
import ListTree from 'lucide-react/icons/list-tree';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import { useRef, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import type { Queue } from '@/api/types';
import { useT } from '@/i18n';
import { color, media } from '@/styles/tokens';
import { DataRow } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';
import {
  placeOfDrop,
  placeOfStep,
  type Edge,
  type NodeId,
  type TreeNode,
  type TreePlace,
  type TreeRow,
} from '@/ui/tree';
import { useTreeDrag } from '@/ui/useTreeDrag';

const Row = styled(DataRow)`
  &[data-edge='before'] > td {
    box-shadow: inset 0 2px ${color.accent};
  }
  &[data-edge='after'] > td {
    box-shadow: inset 0 -2px ${color.accent};
  }
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: 6px;

  & > button {
    cursor: grab;
  }
`;

/** A finger does not drag a row, and has no keys: where one may be, it has buttons. */
const Steps = styled.span`
  display: none;

  @media (hover: none), ${media.md} {
    display: flex;
  }
`;

export interface QueueNode extends TreeNode {
  queue: Queue;
}

interface QueueRowProps {
  row: TreeRow<QueueNode>;
  rows: readonly TreeRow<QueueNode>[];
  dragKey: symbol;
  onMove: (id: NodeId, place: TreePlace | null) => void;
  onEdit: () => void;
  onMenu: () => void;
  onDelete: () => void;
}

/** Nothing goes into a queue: its middle counts as the side that the dragged one comes to. */
const beside = (edge: Edge, from: number, to: number): Edge =>
  edge !== 'inside' ? edge : from < to ? 'after' : 'before';

export function QueueRow({ row, rows, dragKey, onMove, onEdit, onMenu, onDelete }: QueueRowProps) {
  const t = useT();
  const element = useRef<HTMLTableRowElement>(null);
  const { id, name, color: tint, autoAssign, assignMax } = row.node.queue;
  const edge = useTreeDrag(element, {
    id,
    dragKey,
    placeOf: (dragged, at) => {
      const from = rows.find(({ node }) => node.id === dragged);
      return from ? placeOfDrop(from, row, beside(at, from.index, row.index), 1) : null;
    },
    onPut: onMove,
  });
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowUp: 'up', ArrowDown: 'down' }[event.key] as 'up' | 'down' | undefined;
    if (!step || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onMove(id, placeOfStep(row, step, rows, 1));
  };
  return (
    <Row ref={element} data-edge={edge ?? undefined}>
      <td>
        <Name>
          <IconButton
            size="sm"
            label={t('queues.moveNamed', { name })}
            aria-keyshortcuts="ArrowUp ArrowDown"
            onKeyDown={handleKeyDown}
          >
            <GripVertical />
          </IconButton>
          <Steps>
            <IconButton
              size="sm"
              label={t('queues.upNamed', { name })}
              disabled={row.index === 0}
              onClick={() => onMove(id, placeOfStep(row, 'up', rows, 1))}
            >
              <ArrowUp />
            </IconButton>
            <IconButton
              size="sm"
              label={t('queues.downNamed', { name })}
              disabled={row.index === row.siblings.length - 1}
              onClick={() => onMove(id, placeOfStep(row, 'down', rows, 1))}
            >
              <ArrowDown />
            </IconButton>
          </Steps>
          <Tag tint={tint}>{name}</Tag>
        </Name>
      </td>
      <td>{autoAssign ? <Pill tone="accent">{t('queues.upTo', { count: assignMax })}</Pill> : t('queues.byHand')}</td>
      <td>
        <IconButton label={t('queues.menuOf', { name })} onClick={onMenu}>
          <ListTree />
        </IconButton>
        <IconButton label={t('queues.editNamed', { name })} onClick={onEdit}>
          <Pencil />
        </IconButton>
        <IconButton label={t('queues.deleteNamed', { name })} onClick={onDelete}>
          <Trash />
        </IconButton>
      </td>
    </Row>
  );
}
