export type NodeId = string | number;

export interface TreeNode {
  id: NodeId;
  label: string;
  children: readonly this[];
}

/** Where a node is put: its new parent, and its place among that one's children once it is there. */
export interface TreePlace {
  parent: NodeId | null;
  index: number;
}

/** A node as a line of the tree. */
export interface TreeRow<Node extends TreeNode> {
  node: Node;
  depth: number;
  parent: Node | null;
  index: number;
  siblings: readonly Node[];
}

export type TreeStep = 'up' | 'down' | 'in' | 'out';

export function rowsOfTree<Node extends TreeNode>(
  nodes: readonly Node[],
  isOpen: (node: Node) => boolean = () => true,
  depth = 0,
  parent: Node | null = null,
): TreeRow<Node>[] {
  return nodes.flatMap((node, index) => [
    { node, depth, parent, index, siblings: nodes },
    ...(isOpen(node) ? rowsOfTree(node.children as readonly Node[], isOpen, depth + 1, node) : []),
  ]);
}

export const heightOf = (node: TreeNode): number => 1 + Math.max(0, ...node.children.map(heightOf));

export const holds = (node: TreeNode, id: NodeId): boolean =>
  node.id === id || node.children.some((child) => holds(child, id));

/** Where a step of the keyboard leads; null where it leads nowhere. */
export function placeOfStep<Node extends TreeNode>(
  { parent, index, siblings, depth, node }: TreeRow<Node>,
  step: TreeStep,
  rows: readonly TreeRow<Node>[],
  maxDepth: number,
): TreePlace | null {
  if (step === 'up') return index > 0 ? { parent: parent?.id ?? null, index: index - 1 } : null;
  if (step === 'down') return index < siblings.length - 1 ? { parent: parent?.id ?? null, index: index + 1 } : null;
  if (step === 'in') {
    const before = siblings[index - 1];
    const fits = depth + 1 + heightOf(node) <= maxDepth;
    return before && fits ? { parent: before.id, index: before.children.length } : null;
  }
  const above = parent && rows.find((row) => row.node.id === parent.id);
  return above ? { parent: above.parent?.id ?? null, index: above.index + 1 } : null;
}

/** Where in a row the pointer is: its upper or lower edge is beside it, its middle is inside. */
export type Edge = 'before' | 'inside' | 'after';

export function placeOfDrop<Node extends TreeNode>(
  dragged: TreeRow<Node>,
  over: TreeRow<Node>,
  edge: Edge,
  maxDepth: number,
): TreePlace | null {
  if (holds(dragged.node, over.node.id)) return null;
  const depth = edge === 'inside' ? over.depth + 1 : over.depth;
  if (depth + heightOf(dragged.node) > maxDepth) return null;
  const parent = edge === 'inside' ? over.node : over.parent;
  const isSameParent = (parent?.id ?? null) === (dragged.parent?.id ?? null);
  const wanted = edge === 'inside' ? over.node.children.length : over.index + (edge === 'after' ? 1 : 0);
  const index = isSameParent && wanted > dragged.index ? wanted - 1 : wanted;
  return isSameParent && index === dragged.index ? null : { parent: parent?.id ?? null, index };
}

const without = <Node extends TreeNode>(nodes: readonly Node[], id: NodeId): Node[] =>
  nodes
    .filter((node) => node.id !== id)
    .map((node) => ({ ...node, children: without(node.children as readonly Node[], id) }));

function withNode<Node extends TreeNode>(nodes: readonly Node[], node: Node, { parent, index }: TreePlace): Node[] {
  if (parent === null) return nodes.toSpliced(index, 0, node);
  return nodes.map((each) => {
    const children = each.children as readonly Node[];
    return {
      ...each,
      children: each.id === parent ? children.toSpliced(index, 0, node) : withNode(children, node, { parent, index }),
    };
  });
}

/** The tree with the node in another place. */
export function moveNode<Node extends TreeNode>(nodes: readonly Node[], id: NodeId, place: TreePlace): readonly Node[] {
  const node = rowsOfTree(nodes).find((row) => row.node.id === id)?.node;
  return node ? withNode(without(nodes, id), node, place) : nodes;
}
