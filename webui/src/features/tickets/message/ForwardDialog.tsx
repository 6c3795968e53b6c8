import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useSingleMutation } from '@/api/useSingleMutation';
import type { Message, Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText, isMessageId, useT } from '@/i18n';
import { useUser } from '@/state/session';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Failure } from '@/ui/Failure';
import { toast } from '@/ui/toast';
import { initialQueue, isQueueMissing } from '@/features/tickets/newTicket/newTicket';
import { useQueueChoices } from '@/features/tickets/useQueueChoices';
import { Root } from './ForwardDialog.styles';
import { ForwardMessages } from './ForwardMessages';
import { ForwardOpening } from './ForwardOpening';
import { ForwardTargets } from './ForwardTargets';
import { candidates, inOrder, MESSAGES_MAX, toggled } from './forwarding';
import { conversationOf, named, outcomeOf, TARGETS_MAX, type Opening, type Target } from './targets';
import { messageCalls } from './messageCalls';

interface ForwardDialogProps {
  ticket: Ticket;
  /** The message that was asked for. */
  message: Message;
  /** The conversation as far as it is here. */
  messages: readonly Message[];
  onClose: () => void;
}

/** Where tickets are opened: what was chosen, else the only queue. */
function useOpening(targets: readonly Target[]) {
  const { profile } = useUser();
  const queues = useQueueChoices();
  const [chosen, setChosen] = useState<Opening>({ queueId: null, whatsappId: null });
  const opening = { ...chosen, queueId: chosen.queueId ?? initialQueue(queues) };
  const isOpened = targets.some(({ kind }) => kind === 'contact');
  return { queues, opening, setChosen, isOpened, isMissing: isOpened && isQueueMissing(opening.queueId, profile) };
}

/** Why a target was refused, in words. */
function useReasons() {
  const t = useT();
  return (outcome: ReturnType<typeof outcomeOf>) => {
    const code = outcome?.error;
    if (!outcome || !code) return null;
    if ('user' in outcome && code === 'ERR_OTHER_OPEN_TICKET') {
      const holder = outcome.user?.name ?? t('tickets.nobody');
      return t('tickets.conflict', { holder, queue: outcome.queue?.name ?? t('tickets.noQueue') });
    }
    const text = `errors.${code}`;
    return isMessageId(text) ? t(text) : code;
  };
}

/** Sends messages again to others, with the same files: in the attendant's open conversations, or in new ones. */
export default function ForwardDialog({ ticket, message, messages, onClose }: ForwardDialogProps) {
  const t = useT();
  const navigate = useNavigate();
  const reasonOf = useReasons();
  const { search: address } = useLocation();
  // One name for all tries: whatever is pressed twice, or was lost on the way, goes once.
  const [name] = useState(() => crypto.randomUUID());
  const [offered] = useState(() => candidates(messages, message));
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set([message.id]));
  const [targets, setTargets] = useState<readonly Target[]>([]);
  const [isAsked, setIsAsked] = useState(false);
  const { queues, opening, setChosen: setOpening, isOpened, isMissing } = useOpening(targets);

  const forward = useSingleMutation({
    mutationFn: () =>
      messageCalls.forward({
        ticketId: ticket.id,
        messageIds: inOrder(offered, chosen),
        ...named(targets, opening),
        clientId: name,
      }),
    onSuccess: (answer) => {
      const sent = targets.filter((each) => outcomeOf(answer, each)?.ok);
      if (sent.length > 0) toast.success(t('compose.forwarded', { count: sent.length }));
      // who was refused stays, with the reason; the others have it
      setTargets(targets.filter((each) => !sent.includes(each)));
      if (sent.length < targets.length) return;
      onClose();
      const [only] = sent;
      const uuid = only && sent.length === 1 ? conversationOf(answer, only) : null;
      if (uuid !== null) void navigate({ pathname: paths.ticket(uuid), search: address });
    },
  });
  const send = () => {
    setIsAsked(true);
    if (!isMissing) forward.mutate();
  };

  return (
    <Dialog
      isOpen
      onClose={onClose}
      isLocked={forward.isPending}
      title={t('compose.forward')}
      description={t('compose.forwardText', { messages: MESSAGES_MAX, targets: TARGETS_MAX })}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} disabled={forward.isPending}>
            {t('common.cancel')}
          </Button>
          <Button isBusy={forward.isPending} disabled={chosen.size === 0 || targets.length === 0} onClick={send}>
            {t('compose.forwardSend', { count: chosen.size })}
          </Button>
        </>
      }
    >
      <Root>
        <ForwardMessages
          offered={offered}
          asked={message.id}
          chosen={chosen}
          onToggle={(id) => setChosen(toggled(chosen, id, MESSAGES_MAX))}
        />
        <ForwardTargets
          contactId={message.contactId}
          targets={targets}
          reasonOf={(target) => reasonOf(outcomeOf(forward.data, target))}
          onChange={setTargets}
        />
        {isOpened && (
          <ForwardOpening opening={opening} queues={queues} isQueueAsked={isAsked && isMissing} onChange={setOpening} />
        )}
        {forward.isError && <Failure>{errorText(forward.error)}</Failure>}
      </Root>
    </Dialog>
  );
}
