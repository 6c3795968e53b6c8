import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { Edge, NodeId, TreePlace } from './tree';

interface DraggedRow {
  id: NodeId;
  /** The same for all rows of one tree, and for those of no other. */
  dragKey: symbol;
  placeOf: (dragged: NodeId, edge: Edge) => TreePlace | null;
  onPut: (dragged: NodeId, place: TreePlace | null) => void;
}

/** Lets a row be taken by the pointer and take others. Answers where in it something may be put that is over it now. */
export function useTreeDrag(element: RefObject<HTMLElement | null>, { id, dragKey, ...on }: DraggedRow): Edge | null {
  const [edge, setEdge] = useState<Edge | null>(null);
  const placeOf = useEffectEvent(on.placeOf);
  const put = useEffectEvent(on.onPut);
  // Synchronises with the pointer, by a library that arrives when a tree is shown.
  useEffect(() => {
    let stop: (() => void) | null = null;
    let isGone = false;
    const attach = async () => {
      const { makeDraggable } = await import('./treeDrag');
      if (isGone || !element.current) return;
      const canDrop = (dragged: NodeId, at: Edge) => placeOf(dragged, at) !== null;
      const onDrop = (dragged: NodeId, at: Edge) => put(dragged, placeOf(dragged, at));
      stop = makeDraggable({ id, element: element.current, canDrop, onOver: setEdge, onDrop }, dragKey);
    };
    // Without it the menu and the keyboard still move.
    attach().catch(() => undefined);
    return () => {
      isGone = true;
      stop?.();
    };
  }, [element, id, dragKey]);
  return edge;
}
