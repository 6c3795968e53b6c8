import { Suspense } from 'react';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { lazyLayer } from '@/ui/lazyLayer';
import CloseDialog from './CloseDialog';
import { TransferDialog } from './TransferDialog';
import type { TicketActions } from './useTicketActions';

export type Question = 'close' | 'delete' | 'transfer' | 'snooze';

const SnoozeDialog = lazyLayer(() => import('./SnoozeDialog'), 'snooze');

interface HeaderQuestionsProps {
  ticket: Ticket;
  actions: TicketActions;
  question: Question;
  onClose: () => void;
}

/** What is asked before some steps of a ticket. */
export default function HeaderQuestions({ ticket, actions, question, onClose }: HeaderQuestionsProps) {
  const t = useT();
  const { name } = ticket.contact;
  return (
    <>
      {question === 'close' && (
        <CloseDialog name={name} isBusy={actions.isBusy} onConfirm={(how) => actions.close(how)} onClose={onClose} />
      )}
      {question === 'snooze' && (
        <Suspense fallback={null}>
          <SnoozeDialog
            isBusy={actions.isBusy}
            onSnooze={(change) => actions.snooze(change, onClose)}
            onClose={onClose}
          />
        </Suspense>
      )}
      <ConfirmDialog
        isOpen={question === 'delete'}
        title={t('bulk.deleteQuestion.title', { id: String(ticket.id) })}
        text={t('bulk.deleteQuestion.text', { name })}
        confirmLabel={t('tickets.delete')}
        isDanger
        isBusy={actions.isBusy}
        onConfirm={actions.remove}
        onClose={onClose}
      />
      <TransferDialog ticket={ticket} actions={actions} isOpen={question === 'transfer'} onClose={onClose} />
    </>
  );
}
