import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import ChevronRight from 'lucide-react/icons/chevron-right';
import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import Indent from 'lucide-react/icons/list-indent-increase';
import Outdent from 'lucide-react/icons/list-indent-decrease';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import { useRef, type CSSProperties, type ReactNode } from 'react';
import { useT } from '@/i18n';
import { IconButton } from './IconButton';
import { Menu, type MenuEntry } from './Menu';
import { Detail, Gap, Label, Note, Row, Text, Twist, Words } from './SortableTree.styles';
import type { Edge, NodeId, TreeNode, TreePlace, TreeRow, TreeStep } from './tree';
import { useTreeDrag } from './useTreeDrag';

interface SortableTreeRowProps {
  id: string;
  row: TreeRow<TreeNode>;
  isOpen: boolean;
  /** The one that Tab leads to. */
  isCurrent: boolean;
  dragKey: symbol;
  mark: ReactNode;
  detail: ReactNode;
  note: string | undefined;
  canStep: (step: TreeStep) => boolean;
  onStep: (step: TreeStep) => void;
  placeOf: (dragged: NodeId, edge: Edge) => TreePlace | null;
  onPut: (dragged: NodeId, place: TreePlace | null) => void;
  onFocus: () => void;
  onToggle: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

const STEPS = [
  { step: 'up', icon: <ArrowUp /> },
  { step: 'down', icon: <ArrowDown /> },
  { step: 'in', icon: <Indent /> },
  { step: 'out', icon: <Outdent /> },
] as const;

export function SortableTreeRow(props: SortableTreeRowProps) {
  const { id, row, isOpen, isCurrent, dragKey, mark, detail, note, ...on } = props;
  const t = useT();
  const { node, depth, index, siblings } = row;
  const element = useRef<HTMLDivElement>(null);
  const edge = useTreeDrag(element, { id: node.id, dragKey, placeOf: on.placeOf, onPut: on.onPut });

  const items: MenuEntry[] = [
    { id: 'edit', icon: <Pencil />, label: t('tree.edit'), onSelect: on.onEdit },
    ...STEPS.map(({ step, icon }) => ({
      id: step,
      icon,
      label: t(`tree.${step}`),
      disabled: !on.canStep(step),
      onSelect: () => on.onStep(step),
    })),
    { id: 'delete', icon: <Trash />, label: t('tree.delete'), onSelect: on.onDelete },
  ];
  const hasChildren = node.children.length > 0;
  const wordsId = `${id}-words`;

  return (
    <Row
      ref={element}
      id={id}
      role="treeitem"
      aria-labelledby={wordsId}
      aria-level={depth + 1}
      aria-setsize={siblings.length}
      aria-posinset={index + 1}
      aria-expanded={hasChildren ? isOpen : undefined}
      aria-selected={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      data-edge={edge ?? undefined}
      style={{ '--level': depth } as CSSProperties}
      onFocus={on.onFocus}
      onDoubleClick={on.onEdit}
    >
      {hasChildren ? (
        <Twist
          type="button"
          tabIndex={-1}
          aria-label={t(isOpen ? 'tree.close' : 'tree.open', { label: node.label })}
          data-open={isOpen || undefined}
          onClick={on.onToggle}
        >
          <ChevronRight />
        </Twist>
      ) : (
        <Gap />
      )}
      <Words id={wordsId}>
        {mark}
        <Text>
          <Label>{node.label}</Label>
          {note && <Note>{note}</Note>}
        </Text>
        {detail && <Detail>{detail}</Detail>}
      </Words>
      <Menu
        label={t('tree.actions', { label: node.label })}
        trigger={
          <IconButton size="sm" label={t('tree.actions', { label: node.label })} tabIndex={isCurrent ? 0 : -1}>
            <EllipsisVertical />
          </IconButton>
        }
        items={items}
      />
    </Row>
  );
}
