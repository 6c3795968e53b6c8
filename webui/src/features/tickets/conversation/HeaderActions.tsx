import ArrowLeftRight from 'lucide-react/icons/arrow-left-right';
import Check from 'lucide-react/icons/check';
import CircleCheck from 'lucide-react/icons/circle-check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Undo2 from 'lucide-react/icons/undo-2';
import { Suspense, useState, type ReactNode } from 'react';
import type { Ticket } from '@/api/types';
import { lazyExtra, useT } from '@/i18n';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { useShortcut } from '@/lib/useShortcut';
import { lazyLayer } from '@/ui/lazyLayer';
import { useTicketActions } from './useTicketActions';
import { Buttons, MenuPlace, Roomy, Small, Wide } from './ConversationHeader.styles';
import type { Question } from './HeaderQuestions';

const HeaderQuestions = lazyLayer(() => import('./HeaderQuestions'), 'bulk');
// On its way while the conversation is.
const TicketMenu = lazyExtra(() => import('./TicketMenu'), 'snooze');
TicketMenu.preload();

interface Step {
  label: string;
  icon: ReactNode;
  run: () => void;
}

/** The steps that the ticket's status allows, and the questions asked before some of them. */
export function HeaderActions({ ticket }: { ticket: Ticket }) {
  const t = useT();
  const actions = useTicketActions(ticket);
  const [question, setQuestion] = useState<Question | null>(null);
  const close = () => setQuestion(null);
  const isOpen = ticket.status === 'open';
  const steps: Record<Ticket['status'], Step> = {
    open: { label: t('tickets.resolve'), icon: <CircleCheck />, run: () => setQuestion('close') },
    closed: { label: t('tickets.reopen'), icon: <RotateCcw />, run: actions.reopen },
    pending: { label: t('tickets.accept'), icon: <Check />, run: actions.accept },
    lead: { label: t('tickets.accept'), icon: <Check />, run: actions.accept },
  };
  const step = steps[ticket.status];
  const mayAccept = ticket.status === 'pending' || ticket.status === 'lead';
  // One question at a time, also while its dialog is on its way.
  const isFree = question === null && !actions.isBusy;
  useShortcut('accept', mayAccept && isFree ? actions.accept : null);
  useShortcut('resolve', isOpen && isFree ? () => setQuestion('close') : null);
  useShortcut('transfer', isOpen && isFree ? () => setQuestion('transfer') : null);

  return (
    <Buttons>
      {isOpen && (
        <Roomy>
          <Button variant="ghost" icon={<Undo2 />} disabled={actions.isBusy} onClick={actions.giveBack}>
            {t('tickets.return')}
          </Button>
          <Button variant="secondary" icon={<ArrowLeftRight />} onClick={() => setQuestion('transfer')}>
            {t('tickets.transfer')}
          </Button>
        </Roomy>
      )}
      {/* Another step is another button: the second half of a double click is not meant for it. */}
      <Wide key={step.label}>
        <Button icon={step.icon} isBusy={actions.isBusy} onClick={step.run}>
          {step.label}
        </Button>
      </Wide>
      <Small key={`${step.label}, small`}>
        <IconButton variant="primary" label={step.label} disabled={actions.isBusy} onClick={step.run}>
          {step.icon}
        </IconButton>
      </Small>
      <Suspense fallback={<MenuPlace />}>
        <TicketMenu ticket={ticket} actions={actions} onAsk={setQuestion} />
      </Suspense>
      {question && (
        <Suspense fallback={null}>
          <HeaderQuestions ticket={ticket} actions={actions} question={question} onClose={close} />
        </Suspense>
      )}
    </Buttons>
  );
}
