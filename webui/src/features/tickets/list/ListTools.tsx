import Bookmark from 'lucide-react/icons/bookmark';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import { Suspense } from 'react';
import { lazyPart, useT } from '@/i18n';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';
import { Spinner } from '@/ui/Spinner';
import type { ListView } from './filters';

const ListOptions = lazyPart(() => import('./ListOptions'), 'snooze');
const SavedFilters = lazyPart(() => import('./SavedFilters'), 'savedFilters');

interface ListToolsProps {
  view: ListView;
  onChange: (part: Partial<ListView>) => void;
}

/** The filters that were kept, and what else the list can show. */
export default function ListTools({ view, onChange }: ListToolsProps) {
  const t = useT();
  return (
    <>
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
      <Popover
        label={t('snooze.options')}
        width={240}
        align="start"
        preload={ListOptions.preload}
        trigger={
          <IconButton size="sm" label={t('snooze.options')} aria-pressed={view.isSnoozed || view.byPriority}>
            <SlidersHorizontal />
          </IconButton>
        }
      >
        {() => (
          <Suspense fallback={<Spinner />}>
            <ListOptions view={view} onChange={onChange} />
          </Suspense>
        )}
      </Popover>
    </>
  );
}
