import { useQuery } from '@tanstack/react-query';
import ChevronDown from 'lucide-react/icons/chevron-down';
import Waypoints from 'lucide-react/icons/waypoints';
import styled from 'styled-components';
import { queuesOptions } from '@/api/queues';
import { queueEntries } from '@/ui/queueEntries';
import { useT } from '@/i18n';
import { useIsNarrow } from '@/lib/useMedia';
import { useUser } from '@/state/session';
import { truncate } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Menu } from '@/ui/Menu';

const Words = styled.span`
  max-width: 160px;
  ${truncate}
`;

/** An admin's figures are of every queue, a supervisor's of his own. */
function useSeenQueues() {
  const user = useUser();
  const isAdmin = user.profile === 'admin';
  const { data } = useQuery({ ...queuesOptions, enabled: isAdmin });
  return isAdmin ? (data ?? user.queues) : user.queues;
}

interface QueuesControlProps {
  /** None are all of them. */
  chosen: readonly number[];
  onChange: (queues: readonly number[]) => void;
}

/** Of which queues all panels are; where there is one, there is nothing to choose. */
export function QueuesControl({ chosen, onChange }: QueuesControlProps) {
  const t = useT();
  const isNarrow = useIsNarrow();
  const queues = useSeenQueues();
  if (queues.length < 2 && chosen.length === 0) return null;
  const only = chosen.length === 1 ? queues.find(({ id }) => id === chosen[0]) : undefined;
  const all = t('dashboard.queues.all');
  const words = chosen.length === 0 ? all : (only?.name ?? t('dashboard.queues.count', { count: chosen.length }));
  return (
    <Menu
      label={t('dashboard.queues')}
      trigger={
        <Button variant="secondary" icon={<Waypoints />} aria-label={`${t('dashboard.queues')}: ${words}`}>
          {isNarrow ? (
            chosen.length > 0 && chosen.length
          ) : (
            <>
              <Words>{words}</Words>
              <ChevronDown aria-hidden />
            </>
          )}
        </Button>
      }
      items={queueEntries({ all, queues, chosen, onChange })}
    />
  );
}
