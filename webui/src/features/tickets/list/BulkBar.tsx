import { useMutation } from '@tanstack/react-query';
import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import CircleCheck from 'lucide-react/icons/circle-check';
import Tags from 'lucide-react/icons/tags';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import type { BulkAnswer, BulkChange } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { choose, CHOSEN_MAX, setChoosing, useChosen } from '@/state/chosenTickets';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { toast } from '@/ui/toast';
import { changeTickets } from './bulkCalls';
import { BulkDialog, type BulkAction } from './BulkDialog';

const Root = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 4px;
  padding: 8px 10px 8px 16px;
  border-top: 1px solid ${color.line};
  background: ${color.selected};
`;

const Count = styled.p`
  flex: 1;
  font-size: ${font.sm};
  font-weight: ${font.medium};
`;

/** What can be done with the chosen tickets, and what became of it. */
export default function BulkBar() {
  const t = useT();
  const chosen = useChosen();
  const [action, setAction] = useState<BulkAction | null>(null);
  const [answer, setAnswer] = useState<BulkAnswer | null>(null);
  const count = chosen?.size ?? 0;
  const bar = useRef<HTMLDivElement>(null);

  const run = useMutation({
    mutationFn: (change: Omit<BulkChange, 'ticketIds'>) =>
      changeTickets({ ...change, ticketIds: [...(chosen?.keys() ?? [])] }),
    onSuccess: (given) => {
      if (given.results.some((each) => !each.ok)) return setAnswer(given);
      toast.success(t('bulk.done', { count: given.results.length }));
      setAction(null);
      setChoosing(false);
    },
    onError: (error) => toast.error(errorText(error)),
  });

  // Synchronises with the keyboard: Escape leaves the choosing; pressed in the conversation, a menu or a dialog, it is
  // theirs.
  useEffect(() => {
    if (action !== null) return undefined;
    const handleKey = ({ key, target }: KeyboardEvent) => {
      const isHere = target === document.body || bar.current?.closest('section')?.contains(target as Node);
      if (key === 'Escape' && isHere) setChoosing(false);
    };
    window.addEventListener('keydown', handleKey);
    return () => window.removeEventListener('keydown', handleKey);
  }, [action]);

  const close = () => {
    // What is done is not chosen any more; what was refused still is.
    for (const { id, ok } of answer?.results ?? []) {
      const ticket = chosen?.get(id);
      if (ok && ticket) choose(ticket, false);
    }
    setAnswer(null);
    setAction(null);
  };
  const isNone = count === 0;
  return (
    <Root ref={bar} role="toolbar" aria-label={t('bulk.title')}>
      <Count role="status">{t(count === CHOSEN_MAX ? 'bulk.most' : 'bulk.count', { count })}</Count>
      <IconButton label={t('bulk.close')} disabled={isNone} onClick={() => setAction('close')}>
        <CircleCheck />
      </IconButton>
      <IconButton label={t('bulk.transfer')} disabled={isNone} onClick={() => setAction('transfer')}>
        <ArrowLeftRight />
      </IconButton>
      <IconButton label={t('bulk.tag')} disabled={isNone} onClick={() => setAction('tag')}>
        <Tags />
      </IconButton>
      <IconButton label={t('bulk.leave')} onClick={() => setChoosing(false)}>
        <X />
      </IconButton>
      {action && (
        <BulkDialog
          action={action}
          tickets={chosen ?? new Map()}
          answer={answer}
          isBusy={run.isPending}
          onRun={run.mutate}
          onClose={close}
        />
      )}
    </Root>
  );
}
