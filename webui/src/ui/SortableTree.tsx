import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useT } from '@/i18n';
import { Tree } from './SortableTree.styles';
import { SortableTreeRow } from './SortableTreeRow';
import {
  placeOfDrop,
  placeOfStep,
  rowsOfTree,
  type NodeId,
  type TreeNode,
  type TreePlace,
  type TreeRow,
  type TreeStep,
} from './tree';

const STEPS: Partial<Record<string, TreeStep>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};

interface SortableTreeProps<Node extends TreeNode> {
  /** What the tree holds: its accessible name. */
  label: string;
  nodes: readonly Node[];
  /** How many levels there may be. */
  maxDepth?: number;
  onMove: (id: NodeId, place: TreePlace) => void;
  onEdit: (node: Node) => void;
  /** Wanted, not yet decided: the caller asks. */
  onDelete: (node: Node) => void;
  /** Before the label, such as the number of an option. */
  mark?: (row: TreeRow<Node>) => ReactNode;
  /** After the label. */
  detail?: (node: Node) => ReactNode;
  /** Below the label, in one line. */
  note?: (node: Node) => string;
}

/**
 * A tree that can be put in order: by the pointer, by a row's menu, and by the keyboard (arrows move about, with Alt they
 * move the node, Enter edits, Delete asks). What moves is said aloud.
 */
export function SortableTree<Node extends TreeNode>({
  label,
  nodes,
  maxDepth = Infinity,
  onMove,
  onEdit,
  onDelete,
  mark,
  detail,
  note,
}: SortableTreeProps<Node>) {
  const t = useT();
  const treeId = useId();
  const [dragKey] = useState(() => Symbol('tree'));
  const [closed, setClosed] = useState<ReadonlySet<NodeId>>(new Set());
  const [wanted, setWanted] = useState<NodeId | null>(null);
  const [said, setSaid] = useState('');

  const all = rowsOfTree(nodes);
  const rows = rowsOfTree(nodes, (node) => !closed.has(node.id));
  // What was deleted leaves the tab to what stands in its place.
  const at = rows.findIndex((row) => row.node.id === wanted);
  const [lastAt, setLastAt] = useState(0);
  if (at >= 0 && at !== lastAt) setLastAt(at);
  const current = rows[at] ?? rows[Math.min(lastAt, rows.length - 1)];
  const rowId = (id: NodeId) => `${treeId}-${id}`;

  const focus = (row: TreeRow<Node> | undefined) => {
    if (!row) return;
    setWanted(row.node.id);
    document.getElementById(rowId(row.node.id))?.focus();
  };
  const toggle = (id: NodeId, isOpen: boolean) => {
    const next = new Set(closed);
    if (isOpen) next.delete(id);
    else next.add(id);
    setClosed(next);
  };
  const move = ({ node }: TreeRow<Node>, place: TreePlace | null) => {
    if (!place) return;
    if (place.parent !== null) toggle(place.parent, true);
    setWanted(node.id);
    onMove(node.id, place);
    const parent = all.find((row) => row.node.id === place.parent)?.node.label;
    const words = { label: node.label, position: place.index + 1, parent: parent ?? '' };
    setSaid(t(parent === undefined ? 'tree.moved' : 'tree.movedInto', words));
  };
  const stepOf = (row: TreeRow<Node>, step: TreeStep) => placeOfStep(row, step, all, maxDepth);

  const walk = (row: TreeRow<Node>, key: string): TreeRow<Node> | undefined | null => {
    const place = rows.indexOf(row);
    const isOpen = row.node.children.length > 0 && !closed.has(row.node.id);
    if (key === 'ArrowDown') return rows[place + 1];
    if (key === 'ArrowUp') return rows[place - 1];
    if (key === 'Home') return rows[0];
    if (key === 'End') return rows.at(-1);
    if (key === 'ArrowRight') {
      if (isOpen) return rows[place + 1];
      if (row.node.children.length > 0) toggle(row.node.id, true);
      return undefined;
    }
    if (key === 'ArrowLeft') {
      if (!isOpen) return rows.find(({ node }) => node.id === row.parent?.id);
      toggle(row.node.id, false);
      return undefined;
    }
    return null;
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    // Keys of a row's buttons and of what they open are their own.
    if (!current || !(event.target instanceof HTMLElement) || event.target.role !== 'treeitem') return;
    if (event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (event.altKey) {
      if (!step) return;
      move(current, stepOf(current, step));
    } else if (event.key === 'Enter') onEdit(current.node);
    else if (event.key === 'Delete') onDelete(current.node);
    else {
      const next = walk(current, event.key);
      if (next === null) return;
      focus(next);
    }
    event.preventDefault();
  };

  return (
    <>
      <Tree role="tree" aria-label={label} tabIndex={-1} onKeyDown={handleKeyDown}>
        {rows.map((row) => (
          <SortableTreeRow
            key={row.node.id}
            id={rowId(row.node.id)}
            row={row}
            isOpen={!closed.has(row.node.id)}
            isCurrent={row === current}
            dragKey={dragKey}
            mark={mark?.(row)}
            detail={detail?.(row.node)}
            note={note?.(row.node)}
            canStep={(step) => stepOf(row, step) !== null}
            onStep={(step) => move(row, stepOf(row, step))}
            placeOf={(dragged, edge) => {
              const from = all.find(({ node }) => node.id === dragged);
              return from ? placeOfDrop(from, row, edge, maxDepth) : null;
            }}
            onPut={(dragged, place) => {
              const from = all.find(({ node }) => node.id === dragged);
              if (from) move(from, place);
            }}
            onFocus={() => setWanted(row.node.id)}
            onToggle={() => toggle(row.node.id, closed.has(row.node.id))}
            onEdit={() => onEdit(row.node)}
            onDelete={() => onDelete(row.node)}
          />
        ))}
      </Tree>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  );
}
