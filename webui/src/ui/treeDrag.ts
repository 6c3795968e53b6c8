import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import type { Edge, NodeId } from './tree';

export interface DragRow {
  id: NodeId;
  element: HTMLElement;
  /** Whether the dragged one may be put there. */
  canDrop: (dragged: NodeId, edge: Edge) => boolean;
  /** The pointer is over the row with something that may be put there; null when it has left. */
  onOver: (edge: Edge | null) => void;
  onDrop: (dragged: NodeId, edge: Edge) => void;
}

/** How much of a row, above and below, is beside it and not in it. */
const BESIDE = 0.3;

function edgeAt(element: Element, clientY: number): Edge {
  const { top, height } = element.getBoundingClientRect();
  const part = (clientY - top) / height;
  return part < BESIDE ? 'before' : part > 1 - BESIDE ? 'after' : 'inside';
}

const isTreeId = (id: unknown): id is NodeId => typeof id === 'string' || typeof id === 'number';

/** Lets a row of a tree be taken by the pointer and take others; it loads when a tree is shown. */
export function makeDraggable(row: DragRow, tree: symbol): () => void {
  const { element } = row;
  const draggedOf = (data: Record<string | symbol, unknown>) => (isTreeId(data[tree]) ? data[tree] : null);
  return combine(
    draggable({ element, getInitialData: () => ({ [tree]: row.id }) }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => draggedOf(source.data) !== null,
      onDrag: ({ source, location }) => {
        const dragged = draggedOf(source.data);
        const edge = edgeAt(element, location.current.input.clientY);
        row.onOver(dragged !== null && row.canDrop(dragged, edge) ? edge : null);
      },
      onDragLeave: () => row.onOver(null),
      onDrop: ({ source, location }) => {
        row.onOver(null);
        const dragged = draggedOf(source.data);
        const edge = edgeAt(element, location.current.input.clientY);
        if (dragged !== null && row.canDrop(dragged, edge)) row.onDrop(dragged, edge);
      },
    }),
  );
}
