import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import type { BulkAnswer, BulkChange, Ticket } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Checkbox } from '@/ui/Checkbox';
import { Dialog } from '@/ui/Dialog';
import { Tag } from '@/ui/Tag';
import { useOnce } from '@/ui/useOnce';
import { tagsOptions } from '@/api/tags';
import { useClosing } from '@/features/tickets/conversation/useClosing';
import { ClosingFields } from '@/features/tickets/conversation/ClosingFields';
import TransferForm from '@/features/tickets/conversation/TransferForm';

export type BulkAction = 'close' | 'transfer' | 'tag';

const List = styled.ul`
  display: grid;
  gap: 6px;
  max-height: 320px;
  overflow-y: auto;
  font-size: ${font.base};
`;

const Why = styled.span`
  display: block;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

interface BulkDialogProps {
  action: BulkAction;
  tickets: ReadonlyMap<number, Ticket>;
  /** What became of it, once some were refused. */
  answer: BulkAnswer | null;
  isBusy: boolean;
  onRun: (change: Omit<BulkChange, 'ticketIds'>) => void;
  onClose: () => void;
}

/** Asks for what an action needs, and shows the tickets that it was refused for. */
export function BulkDialog({ action, tickets, answer, isBusy, onRun, onClose }: BulkDialogProps) {
  const t = useT();
  const [tags, setTags] = useState<readonly number[]>([]);
  const { data: offered = [] } = useQuery({ ...tagsOptions, enabled: action === 'tag' });
  const closing = useClosing(action === 'close');
  const once = useOnce(isBusy);
  if (answer) return <Refused tickets={tickets} answer={answer} onClose={onClose} />;
  const change = action === 'tag' ? { tags: [...tags] } : { status: 'closed' as const, ...closing.how };
  const isReady = action === 'tag' ? tags.length > 0 : closing.isReady;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={isBusy}
      size="sm"
      title={t(`bulk.question.${action}`, { count: tickets.size })}
      description={action === 'close' ? t('bulk.closeText') : undefined}
      footer={
        action !== 'transfer' && (
          <Button isBusy={isBusy} disabled={!isReady} onClick={() => once(() => onRun(change))}>
            {t(`bulk.${action}`)}
          </Button>
        )
      }
    >
      {action === 'close' && <ClosingFields closing={closing} />}
      {action === 'transfer' && <TransferForm holderId={null} isBusy={isBusy} onTransfer={onRun} onClose={onClose} />}
      {action === 'tag' && (
        <List aria-label={t('bulk.tags')}>
          {offered.map((tag) => (
            <li key={tag.id}>
              <Checkbox
                label={<Tag tint={tag.color}>{tag.name}</Tag>}
                isChecked={tags.includes(tag.id)}
                onChange={(isChecked) => setTags(isChecked ? [...tags, tag.id] : tags.filter((id) => id !== tag.id))}
              />
            </li>
          ))}
        </List>
      )}
    </Dialog>
  );
}

type RefusedProps = Pick<BulkDialogProps, 'tickets' | 'onClose'> & { answer: BulkAnswer };

function Refused({ tickets, answer, onClose }: RefusedProps) {
  const t = useT();
  const refused = answer.results.filter((each) => !each.ok);
  const done = answer.results.length - refused.length;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="sm"
      title={t('bulk.partly')}
      description={t('bulk.partlyText', { done, refused: refused.length })}
      footer={<Button onClick={onClose}>{t('bulk.understood')}</Button>}
    >
      <List aria-label={t('bulk.refused')}>
        {refused.map(({ id, error }) => (
          <li key={id}>
            {tickets.get(id)?.contact.name ?? `#${id}`}
            <Why>{errorText(error)}</Why>
          </li>
        ))}
      </List>
    </Dialog>
  );
}
