import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import styled from 'styled-components';
import { useT } from '../../../i18n';
import { useTicketsRoom } from '../../../realtime/rooms';
import { useUser } from '../../../state/session';
import { ticketListOptions } from '../api';
import { useDebounced } from '../hooks/useDebounced';
import { toFilters } from '../model/filters';
import { FilterRow } from './FilterRow';
import type { PanelProps } from './panelProps';
import { SearchField } from './SearchField';
import { StatusFilter } from './StatusFilter';
import { TagFilter } from './TagFilter';
import { TicketList } from './TicketList';
import { UserFilter } from './UserFilter';

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
  useTicketsRoom(view.status ?? 'open');
  const query = useInfiniteQuery(ticketListOptions(filters));
  return (
    <>
      <SearchField text={view.text} onChange={(text) => onChange({ text })} />
      <Filters>
        <StatusFilter status={view.status} onChange={(status) => onChange({ status })} />
        <TagFilter chosen={view.tags} onChange={(tags) => onChange({ tags })} />
        {profile === 'admin' && <UserFilter chosen={view.users} onChange={(users) => onChange({ users })} />}
      </Filters>
      <FilterRow view={view} mayShowAll={mayShowAll} onChange={onChange} />
      <Panel>
        <TicketList
          query={query}
          selectedUuid={selectedUuid}
          showsUser
          showsStatus
          emptyTitle={t('tickets.empty.search')}
          onNew={onNew}
        />
      </Panel>
    </>
  );
}
