import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { SortableTree } from './SortableTree';
import { moveNode, type NodeId, type TreeNode } from './tree';

interface Node extends TreeNode {
  children: readonly this[];
}
const leaf = (id: NodeId, label: string): Node => ({ id, label, children: [] });
const BEGIN: readonly Node[] = [
  { ...leaf(1, 'Vendas'), children: [leaf(2, 'Preços'), leaf(3, 'Prazos')] },
  leaf(4, 'Suporte'),
  leaf(5, 'Financeiro'),
];

function Editor({ onEdit = vi.fn(), onDelete = vi.fn() }) {
  const [nodes, setNodes] = useState(BEGIN);
  return (
    <SortableTree
      label="Menu do robô"
      nodes={nodes}
      maxDepth={3}
      onMove={(id, place) => setNodes(moveNode(nodes, id, place))}
      onEdit={({ label }) => onEdit(label)}
      onDelete={({ label }) => onDelete(label)}
    />
  );
}

const wordsOf = (item: HTMLElement) => document.getElementById(item.getAttribute('aria-labelledby') ?? '')?.textContent;
const labels = () => screen.getAllByRole('treeitem').map((item) => `${item.ariaLevel} ${wordsOf(item)}`);
const item = (name: string) => screen.getByRole('treeitem', { name });
const press = (key: string, altKey = false) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, altKey });

function begin(name: string, props = {}) {
  render(<Editor {...props} />);
  act(() => item(name).focus());
}

describe('a sortable tree', () => {
  it('walks with the arrows, closes and opens', () => {
    begin('Vendas');
    press('ArrowDown');
    expect(document.activeElement).toBe(item('Preços'));
    press('ArrowLeft');
    expect(document.activeElement).toBe(item('Vendas'));
    press('ArrowLeft');
    expect(labels()).toEqual(['1 Vendas', '1 Suporte', '1 Financeiro']);
    expect(item('Vendas').ariaExpanded).toBe('false');
    press('ArrowRight');
    expect(screen.getAllByRole('treeitem')).toHaveLength(5);
    press('End');
    expect(document.activeElement).toBe(item('Financeiro'));
  });

  it('moves the node with Alt and says where it is', () => {
    begin('Suporte');
    press('ArrowUp', true);
    expect(labels().slice(0, 2)).toEqual(['1 Suporte', '1 Vendas']);
    expect(screen.getByRole('status').textContent).toBe('Suporte está agora na posição 1');
    expect(document.activeElement).toBe(item('Suporte'));
    press('ArrowDown', true);
    press('ArrowRight', true);
    expect(labels()).toContain('2 Suporte');
    expect(screen.getByRole('status').textContent).toBe('Suporte está agora na posição 3 de Vendas');
    press('ArrowLeft', true);
    expect(labels()).toContain('1 Suporte');
  });

  it('edits with Enter and asks to delete with Delete', () => {
    const onEdit = vi.fn();
    const onDelete = vi.fn();
    begin('Prazos', { onEdit, onDelete });
    press('Enter');
    expect(onEdit).toHaveBeenCalledExactlyOnceWith('Prazos');
    press('Delete');
    expect(onDelete).toHaveBeenCalledExactlyOnceWith('Prazos');
  });

  it('leaves the keys of a row’s button alone', () => {
    const onEdit = vi.fn();
    begin('Prazos', { onEdit });
    act(() => screen.getByRole('button', { name: 'Ações de Prazos' }).focus());
    press('Enter');
    press('Delete');
    expect(onEdit).not.toHaveBeenCalled();
  });

  it('is one stop of the tab key', () => {
    begin('Suporte');
    expect(screen.getAllByRole('treeitem').filter((each) => each.tabIndex === 0)).toEqual([item('Suporte')]);
  });
});
