import { describe, expect, it } from 'vitest';
import type { QueueOption } from '@/api/types';
import { change, find, flat, insert, move, newNode, toMenu, toOptions, unnamed, without } from './tree';

const option = (id: number, parentId: number | null, place: number, title: string) =>
  ({ id, parentId, option: place, title, message: `m${id}`, mediaName: null }) as QueueOption;

const saved = [option(3, 1, 1, 'Segunda via'), option(2, null, 2, 'Trocas'), option(1, null, 1, 'Financeiro')];
const titles = (menu: ReturnType<typeof toMenu>) => flat(menu).map((node) => node.label);

describe('the menu of a queue in the editor', () => {
  // spec: A033
  it('stands in the order of the customer, children below their parents', () => {
    expect(titles(toMenu(saved))).toEqual(['Financeiro', 'Segunda via', 'Trocas']);
  });

  it('goes to the server with parents by their keys and saved ids', () => {
    expect(toOptions(toMenu(saved))).toEqual([
      { key: 'option-1', id: 1, parentKey: null, title: 'Financeiro', message: 'm1' },
      { key: 'option-3', id: 3, parentKey: 'option-1', title: 'Segunda via', message: 'm3' },
      { key: 'option-2', id: 2, parentKey: null, title: 'Trocas', message: 'm2' },
    ]);
  });

  it('moves a branch with its children, below another or beside it', () => {
    const moved = move(toMenu(saved), 'option-1', { parent: 'option-2', index: 0 });
    expect(titles(moved)).toEqual(['Trocas', 'Financeiro', 'Segunda via']);
    expect(find(moved, 'option-2')?.children[0]?.id).toBe('option-1');
    expect(titles(move(toMenu(saved), 'option-2', { parent: null, index: 0 }))[0]).toBe('Trocas');
  });

  it('loses a branch with all below it, and nothing else', () => {
    expect(titles(without(toMenu(saved), 'option-1'))).toEqual(['Trocas']);
  });

  it('changes the texts of one option', () => {
    const changed = change(toMenu(saved), 'option-3', { label: 'Boleto', message: 'Aqui está' });
    expect(find(changed, 'option-3')).toMatchObject({ label: 'Boleto', message: 'Aqui está' });
    expect(find(changed, 'option-1')?.label).toBe('Financeiro');
  });

  it('says which option has no title yet', () => {
    const node = newNode();
    const menu = insert(toMenu(saved), node, { parent: 'option-2', index: 0 });
    expect(unnamed(menu)?.id).toBe(node.id);
    expect(unnamed(change(menu, node.id, { label: 'Frete' }))).toBeUndefined();
  });
});
