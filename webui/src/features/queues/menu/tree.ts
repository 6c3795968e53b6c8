import type { PreviewOption, QueueOption, TreeOption } from '@/api/types';
import type { FileChange } from '@/ui/FileField';
import type { NodeId, TreeNode, TreePlace } from '@/ui/tree';

/** An option as it stands in the editor. Its key is its name until it is saved. */
export interface MenuNode extends TreeNode {
  id: string;
  label: string;
  message: string;
  /** The saved option, if it is one. */
  optionId: number | null;
  /** The name of its file, chosen or stored. */
  mediaName: string | null;
  file: FileChange;
}

/** What is written about an option. */
export type NodeChange = Partial<Pick<MenuNode, 'label' | 'message' | 'mediaName' | 'file'>>;

export type Menu = readonly MenuNode[];

/** The tree of what the server answers: options by their parents, in their order. */
export function toMenu(options: readonly QueueOption[], parentId: number | null = null): Menu {
  return options
    .filter((option) => option.parentId === parentId)
    .toSorted((one, other) => one.option - other.option)
    .map((option) => ({
      id: `option-${option.id}`,
      label: option.title,
      message: option.message,
      optionId: option.id,
      mediaName: option.mediaName,
      file: 'keep',
      children: toMenu(options, option.id),
    }));
}

/** As the server takes it: each option beside the others of its parent, in their order. */
export function toOptions(menu: Menu, parentKey: string | null = null): TreeOption[] {
  return menu.flatMap((node) => [
    { key: node.id, id: node.optionId, parentKey, title: node.label.trim(), message: node.message },
    ...toOptions(node.children, node.id),
  ]);
}

/** The same with the names of files, which only the phone shows. */
export const toPreview = (menu: Menu): PreviewOption[] => {
  const files = new Map(flat(menu).map((node) => [node.id, node.mediaName]));
  return toOptions(menu).map(({ key, parentKey, title, message }) => ({
    key,
    parentKey,
    title,
    message,
    mediaName: files.get(key) ?? null,
  }));
};

export const flat = (menu: Menu): MenuNode[] => menu.flatMap((node) => [node, ...flat(node.children)]);

export const find = (menu: Menu, id: NodeId | null): MenuNode | undefined => flat(menu).find((node) => node.id === id);

export function change(menu: Menu, id: NodeId, part: NodeChange): Menu {
  return menu.map((node) =>
    node.id === id ? { ...node, ...part } : { ...node, children: change(node.children, id, part) },
  );
}

export const without = (menu: Menu, id: NodeId): Menu =>
  menu.filter((node) => node.id !== id).map((node) => ({ ...node, children: without(node.children, id) }));

const put = (nodes: Menu, node: MenuNode, index: number): Menu => [
  ...nodes.slice(0, index),
  node,
  ...nodes.slice(index),
];

export function insert(menu: Menu, node: MenuNode, { parent, index }: TreePlace): Menu {
  if (parent === null) return put(menu, node, index);
  return menu.map((each) => ({
    ...each,
    children: each.id === parent ? put(each.children, node, index) : insert(each.children, node, { parent, index }),
  }));
}

export function move(menu: Menu, id: NodeId, place: TreePlace): Menu {
  const node = find(menu, id);
  return node ? insert(without(menu, id), node, place) : menu;
}

export const newNode = (label = '', message = '', children: Menu = []): MenuNode => ({
  id: `new-${crypto.randomUUID()}`,
  label,
  message,
  optionId: null,
  mediaName: null,
  file: 'keep',
  children,
});

/** Characters that the server takes of a title. */
export const TITLE_MAX = 50;

/** The first node that cannot be saved: one without a title. */
export const unnamed = (menu: Menu): MenuNode | undefined => flat(menu).find((node) => node.label.trim() === '');
