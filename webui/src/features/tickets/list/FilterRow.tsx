import ListChecks from 'lucide-react/icons/list-checks';
import { Suspense } from 'react';
import styled from 'styled-components';
import { lazyExtra, useT } from '@/i18n';
import { setChoosing, useChosen } from '@/state/chosenTickets';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Switch } from '@/ui/Switch';
import type { ListView } from './filters';
import { QueueFilter } from './QueueFilter';

// On its way while the list is.
const ListTools = lazyExtra(() => import('./ListTools'), 'snooze');
ListTools.preload();

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  height: 47px;
  padding: 0 14px;
  border-bottom: 1px solid ${color.line};

  & label {
    font-size: ${font.sm};
  }
`;

/** Two buttons, from the beginning as wide as they will be. */
const Tools = styled.span`
  display: flex;
  flex: 1;
  gap: 4px;
  min-width: 60px;
`;

interface FilterRowProps {
  view: ListView;
  mayShowAll: boolean;
  onChange: (part: Partial<ListView>) => void;
}

/** The queues, for those who may the switch between all tickets and the own ones (S030), and the choice of several. */
export function FilterRow({ view, mayShowAll, onChange }: FilterRowProps) {
  const t = useT();
  const isChoosing = useChosen() !== null;
  return (
    <Root>
      <QueueFilter chosen={view.queueIds} onChange={(queueIds) => onChange({ queueIds })} />
      <Tools>
        <Suspense fallback={null}>
          <ListTools view={view} onChange={onChange} />
        </Suspense>
      </Tools>
      {mayShowAll && (
        <Switch label={t('tickets.showAll')} isOn={view.showAll} onChange={(showAll) => onChange({ showAll })} />
      )}
      <IconButton
        size="sm"
        label={t('tickets.chooseMany')}
        aria-pressed={isChoosing}
        onClick={() => setChoosing(!isChoosing)}
      >
        <ListChecks />
      </IconButton>
    </Root>
  );
}
