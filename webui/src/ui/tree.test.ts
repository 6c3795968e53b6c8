import { describe, expect, it } from 'vitest';
import { moveNode, placeOfDrop, placeOfStep, rowsOfTree, type TreeNode } from './tree';

interface Node extends TreeNode {
  children: readonly this[];
}
const leaf = (id: string): Node => ({ id, label: id, children: [] });
const tree: Node[] = [{ ...leaf('a'), children: [leaf('a1'), leaf('a2')] }, leaf('b'), leaf('c')];
const rows = rowsOfTree(tree);
const row = (id: string) => {
  const found = rows.find(({ node }) => node.id === id);
  if (!found) throw new Error(id);
  return found;
};
const shape = (nodes: readonly Node[]): string =>
  nodes.map(({ label, children }) => (children.length > 0 ? `${label}(${shape(children)})` : label)).join(' ');
const after = (id: string, place: ReturnType<typeof placeOfStep>) => (place ? shape(moveNode(tree, id, place)) : null);
const step = (id: string, to: 'up' | 'down' | 'in' | 'out', maxDepth = 9) =>
  after(id, placeOfStep(row(id), to, rows, maxDepth));
const drop = (id: string, over: string, edge: 'before' | 'inside' | 'after', maxDepth = 9) =>
  after(id, placeOfDrop(row(id), row(over), edge, maxDepth));

describe('a tree that is put in order', () => {
  it('shows its nodes line by line, without those of a closed one', () => {
    expect(rows.map(({ node, depth }) => `${depth}${node.id}`)).toEqual(['0a', '1a1', '1a2', '0b', '0c']);
    expect(rowsOfTree(tree, ({ id }) => id !== 'a').map(({ node }) => node.id)).toEqual(['a', 'b', 'c']);
  });

  it('moves a node among its siblings, and no further', () => {
    expect(step('b', 'up')).toBe('b a(a1 a2) c');
    expect(step('b', 'down')).toBe('a(a1 a2) c b');
    expect(step('a', 'up')).toBeNull();
    expect(step('a2', 'down')).toBeNull();
  });

  it('moves a node into the one above, and out behind its parent', () => {
    expect(step('b', 'in')).toBe('a(a1 a2 b) c');
    expect(step('a1', 'out')).toBe('a(a2) a1 b c');
    expect(step('a', 'in')).toBeNull();
    expect(step('c', 'out')).toBeNull();
  });

  it('grows no deeper than allowed', () => {
    expect(step('c', 'in', 1)).toBeNull();
    expect(drop('a', 'b', 'inside', 2)).toBeNull();
    expect(drop('c', 'b', 'inside', 2)).toBe('a(a1 a2) b(c)');
  });

  it('puts a dropped node beside or inside the one it was dropped on', () => {
    expect(drop('c', 'a', 'before')).toBe('c a(a1 a2) b');
    expect(drop('a', 'c', 'after')).toBe('b c a(a1 a2)');
    expect(drop('a', 'c', 'before')).toBe('b a(a1 a2) c');
    expect(drop('b', 'a2', 'before')).toBe('a(a1 b a2) c');
    expect(drop('a1', 'b', 'inside')).toBe('a(a2) b(a1) c');
  });

  it('takes no node into itself, and none to where it is', () => {
    expect(drop('a', 'a1', 'after')).toBeNull();
    expect(drop('b', 'a', 'after')).toBeNull();
    expect(drop('b', 'c', 'before')).toBeNull();
  });
});
