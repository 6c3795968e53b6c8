import Bookmark from 'lucide-react/icons/bookmark';
import ListChecks from 'lucide-react/icons/list-checks';
import { Suspense } from 'react';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { setChoosing, useChosen } from '@/state/chosenTickets';
import { color, font } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';
import { Spinner } from '@/ui/Spinner';
import { Switch } from '@/ui/Switch';
import type { ListView } from './filters';
import { QueueFilter } from './QueueFilter';

const SavedFilters = lazyPart(() => import('./SavedFilters'), 'savedFilters');

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

const Spring = styled.span`
  flex: 1;
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
      <Popover
        label={t('tickets.savedFilters')}
        width={280}
        align="start"
        preload={SavedFilters.preload}
        trigger={
          <IconButton size="sm" label={t('tickets.savedFilters')}>
            <Bookmark />
          </IconButton>
        }
      >
        {(close) => (
          <Suspense fallback={<Spinner />}>
            <SavedFilters
              view={view}
              onChange={(next) => {
                close();
                onChange(next);
              }}
            />
          </Suspense>
        )}
      </Popover>
      <Spring />
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
