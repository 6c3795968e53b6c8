import Plus from 'lucide-react/icons/plus';
import Undo from 'lucide-react/icons/undo-2';
import { useState } from 'react';
import styled from 'styled-components';
import type { Queue } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { Pill } from '@/ui/Pill';
import { SortableTree } from '@/ui/SortableTree';
import { toast } from '@/ui/toast';
import { useOnce } from '@/ui/useOnce';
import { useSaveMenu } from '../api';
import { NodeForm } from './NodeForm';
import { Phone } from './Phone';
import { READY, readyMenu } from './ready';
import {
  change,
  find,
  flat,
  insert,
  move,
  newNode,
  unnamed,
  without,
  type Menu,
  type MenuNode,
  type NodeChange,
} from './tree';

/** Levels of a menu: a customer who has to choose more often gives up. */
const DEPTH_MAX = 6;

const Columns = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) 320px;
  gap: 20px;
  align-items: start;

  @media ${media.md} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Side = styled.div`
  display: grid;
  gap: 12px;
`;

const Line = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`;

const Note = styled.p`
  margin: 0;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Mark = styled.span`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

interface MenuEditorProps {
  queue: Queue;
  saved: Menu;
  onClose: () => void;
}

/** The tree at one side, at the other the phone on which it is played as it stands. */
export function MenuEditor({ queue, saved, onClose }: MenuEditorProps) {
  const t = useT();
  // The newest last; the first is what is saved.
  const [steps, setSteps] = useState<readonly Menu[]>([saved]);
  const [editedId, setEditedId] = useState<string | null>(null);
  const [leaving, setLeaving] = useState<MenuNode | null>(null);
  const save = useSaveMenu(queue.id);
  const once = useOnce(save.isPending);
  const menu = steps.at(-1) ?? saved;
  const edited = find(menu, editedId);
  const missing = unnamed(menu);

  const take = (next: Menu) => setSteps([...steps, next]);
  // Letters typed into one option are one step.
  const type = (id: string, part: NodeChange, isNew: boolean) => {
    const next = change(menu, id, part);
    setSteps(isNew ? [...steps, next] : [...steps.slice(0, -1), next]);
  };
  const add = (parent: MenuNode | null) => {
    const node = newNode();
    take(insert(menu, node, { parent: parent?.id ?? null, index: parent?.children.length ?? menu.length }));
    setEditedId(node.id);
  };
  const remove = (node: MenuNode) => {
    take(without(menu, node.id));
    setLeaving(null);
  };
  const handleSave = () => {
    if (missing) {
      setEditedId(missing.id);
      return;
    }
    save.mutate(menu, {
      onSuccess: () => {
        toast.success(t('queues.menuSaved'));
        onClose();
      },
    });
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={save.isPending}
      hasChanges={steps.length > 1}
      title={t('queues.menuOf', { name: queue.name })}
      description={t('queues.menuText')}
      size="xl"
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={save.isPending}>
            {t('common.cancel')}
          </Button>
          <Button onClick={() => once(handleSave)} isBusy={save.isPending}>
            {t('queues.saveMenu')}
          </Button>
        </>
      }
    >
      <Columns>
        <Side>
          {menu.length === 0 ? (
            <>
              <Note>{t('queues.noOptions')}</Note>
              <Line>
                {READY.map((name) => (
                  <Button key={name} variant="soft" onClick={() => take(readyMenu(name, t))}>
                    {t(`queues.ready.${name}`)}
                  </Button>
                ))}
              </Line>
            </>
          ) : (
            <SortableTree
              label={t('queues.menu')}
              nodes={menu}
              maxDepth={DEPTH_MAX}
              onMove={(id, place) => take(move(menu, id, place))}
              onEdit={(node) => setEditedId(node.id)}
              onDelete={setLeaving}
              mark={({ index }) => <Mark>{index + 1}</Mark>}
              detail={(node) => <Detail node={node} />}
              note={({ message }) => message.trim()}
            />
          )}
          <Line>
            <Button variant="secondary" icon={<Plus />} onClick={() => add(null)}>
              {t('queues.addOption')}
            </Button>
            {edited && (
              <Button variant="secondary" icon={<Plus />} onClick={() => add(edited)}>
                {t('queues.addBelow')}
              </Button>
            )}
            {steps.length > 1 && (
              <Button variant="ghost" icon={<Undo />} onClick={() => setSteps(steps.slice(0, -1))}>
                {t('queues.undo')}
              </Button>
            )}
          </Line>
          {edited && <NodeForm key={edited.id} node={edited} onType={(part, isNew) => type(edited.id, part, isNew)} />}
          {save.isError && <Failure>{errorText(save.error)}</Failure>}
        </Side>
        <Phone greeting={queue.greetingMessage} menu={missing ? without(menu, missing.id) : menu} />
      </Columns>
      <ConfirmDialog
        isOpen={leaving !== null}
        title={t('queues.deleteOption', { title: leaving?.label ?? '' })}
        text={t('queues.deleteOptionText', { count: leaving ? flat(leaving.children).length : 0 })}
        confirmLabel={t('queues.delete')}
        isDanger
        onConfirm={() => leaving && remove(leaving)}
        onClose={() => setLeaving(null)}
      />
    </Dialog>
  );
}

/** Where a branch ends, and what an option lacks. */
function Detail({ node }: { node: MenuNode }) {
  const t = useT();
  if (node.label.trim() === '') return <Pill tone="danger">{t('queues.noTitle')}</Pill>;
  if (node.mediaName !== null) return <Pill>📎 {node.mediaName}</Pill>;
  if (node.message.trim() === '') return <Pill tone="warning">{t('queues.noMessage')}</Pill>;
  return node.children.length === 0 ? <Pill>{t('queues.end')}</Pill> : null;
}
