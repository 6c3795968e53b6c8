import { useEffect } from 'react';
import { translate } from '@/i18n';
import { playPing } from '@/lib/sound';
import { displayName } from '@/lib/phone';
import { onGiven, type Given } from '@/state/given';
import { useUser } from '@/state/session';
import { currentVolume } from '@/state/volume';
import { toast } from '@/ui/toast';
import { wayOf } from './model';

/** Many tickets that are given together are told together. */
const TOGETHER_MS = 300;

function tell(given: readonly Given[]): void {
  const [first] = given;
  if (!first) return;
  const { by, note, ticket } = first;
  const isOneGiver = given.every((each) => each.by.id === by.id);
  const name = displayName(ticket.contact.name);
  if (given.length === 1 && note) toast.info(translate('shell.givenNote', { by: by.name, name, note }));
  else if (given.length === 1) toast.info(translate('shell.given', { by: by.name, name }));
  else if (isOneGiver) toast.info(translate('shell.givenMany', { by: by.name, count: given.length }));
  else toast.info(translate('shell.givenBySeveral', { count: given.length }));
}

/** S064: whoever is given a ticket hears and sees it; what goes into a queue is only heard there. */
export function useGivenTickets(): void {
  const { id: userId, queues } = useUser();

  // Synchronises with what colleagues give.
  useEffect(() => {
    const queueIds = queues.map((queue) => queue.id);
    let waiting: Given[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onGiven((given) => {
      const way = wayOf(given, userId, queueIds);
      if (way === null) return;
      playPing(currentVolume());
      if (way === 'queue') return;
      waiting.push(given);
      timer ??= setTimeout(() => {
        tell(waiting);
        waiting = [];
        timer = undefined;
      }, TOGETHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [userId, queues]);
}
