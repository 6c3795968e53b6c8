import MessagesSquare from 'lucide-react/icons/messages-square';
import { Suspense } from 'react';
import { lazyExtra, lazyPart, useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { useFirstHour } from '@/features/tickets/firstHour/useFirstHour';

const FirstHour = lazyPart(() => import('@/features/tickets/firstHour/FirstHour'), 'firstHour', 'invitations');

const KeyHints = lazyExtra(() => import('./KeyHints'), 'commands');

/** Nothing is chosen: an admin of a new company is led to what there may be. */
export function NoConversation() {
  const t = useT();
  const { firstHour, isUnknown } = useFirstHour();
  // most companies have it behind them: nothing is shown that would be gone in a moment
  if (isUnknown) return null;
  if (firstHour?.state === 'open') {
    return (
      <Suspense fallback={null}>
        <FirstHour progress={firstHour} />
      </Suspense>
    );
  }
  return (
    <EmptyState
      icon={<MessagesSquare />}
      title={t('tickets.noneChosen.title')}
      text={t('tickets.noneChosen.text')}
      action={
        <Suspense fallback={null}>
          <KeyHints />
        </Suspense>
      }
    />
  );
}
