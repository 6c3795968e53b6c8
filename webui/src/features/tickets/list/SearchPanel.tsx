import { useInfiniteQuery } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { useTicketsRoom } from '@/realtime/rooms';
import { useUser } from '@/state/session';
import { Tabs } from '@/ui/Tabs';
import { ticketListOptions } from '@/features/tickets/api';
import { useDebounced } from '@/lib/useDebounced';
import { ConnectionFilter } from './ConnectionFilter';
import { DateFilter } from './DateFilter';
import { toFilters } from './filters';
import { FilterRow } from './FilterRow';
import type { PanelProps } from './panelProps';
import { SearchField } from './SearchField';
import { StatusFilter } from './StatusFilter';
import { TagFilter } from './TagFilter';
import { TicketList } from './TicketList';
import { TicketListSkeleton } from './TicketListSkeleton';
import { UserFilter } from './UserFilter';

const MessageHits = lazyPart(() => import('./MessageHits'));

type Inside = 'tickets' | 'messages';

const Kinds = styled.div`
  padding: 0 14px 10px;
`;

const Filters = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  padding: 0 14px;
`;

const Panel = styled.div`
  flex: 1;
  min-height: 0;
`;

/** S029: text, tags, status, and for admins the holder. The request waits until the typing rests (S095). */
export default function SearchPanel({ view, mayShowAll, selectedUuid, onChange, onNew }: PanelProps) {
  const t = useT();
  const { profile } = useUser();
  const settled = useDebounced(view);
  const filters = useMemo(() => toFilters({ ...settled, tab: 'search' }, mayShowAll), [settled, mayShowAll]);
  const isInMessages = view.inMessages && settled.text.trim() !== '';
  useTicketsRoom(view.status ?? 'open');
  const query = useInfiniteQuery(ticketListOptions(filters));
  return (
    <>
      <SearchField text={view.text} onChange={(text) => onChange({ text })} />
      {view.text.trim() !== '' && (
        <Kinds>
          <Tabs<Inside>
            label={t('search.in')}
            look="segmented"
            items={[
              { id: 'tickets', label: t('tickets.title') },
              { id: 'messages', label: t('search.messages') },
            ]}
            selected={view.inMessages ? 'messages' : 'tickets'}
            onSelect={(inside) => onChange({ inMessages: inside === 'messages' })}
          />
        </Kinds>
      )}
      {isInMessages ? (
        <Panel>
          <Suspense fallback={<TicketListSkeleton />}>
            <MessageHits text={settled.text.trim()} />
          </Suspense>
        </Panel>
      ) : (
        <>
          <Filters>
            <StatusFilter status={view.status} onChange={(status) => onChange({ status })} />
            <TagFilter chosen={view.tags} onChange={(tags) => onChange({ tags })} />
            <DateFilter view={view} onChange={onChange} />
            <ConnectionFilter chosen={view.connections} onChange={(connections) => onChange({ connections })} />
            {profile === 'admin' && <UserFilter chosen={view.users} onChange={(users) => onChange({ users })} />}
          </Filters>
          <FilterRow view={view} mayShowAll={mayShowAll} onChange={onChange} />
          <Panel>
            <TicketList
              query={query}
              selectedUuid={selectedUuid}
              showsUser
              showsStatus
              emptyTitle={t('search.empty')}
              onNew={onNew}
            />
          </Panel>
        </>
      )}
    </>
  );
}
