import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useTicketsRoom } from '@/realtime/rooms';
import { ticketListOptions } from '@/features/tickets/api';
import { toFilters } from './filters';
import { FilterRow } from './FilterRow';
import type { PanelProps } from './panelProps';
import { TicketList } from './TicketList';

const Panel = styled.div`
  flex: 1;
  min-height: 0;
`;

/** S028: the closed tickets, always of everyone. */
export default function ClosedPanel({ view, selectedUuid, onChange, onNew }: PanelProps) {
  const t = useT();
  const filters = useMemo(() => toFilters(view, true), [view]);
  useTicketsRoom('closed');
  const query = useInfiniteQuery(ticketListOptions(filters));
  return (
    <>
      <FilterRow view={view} mayShowAll={false} onChange={onChange} />
      <Panel>
        <TicketList
          query={query}
          selectedUuid={selectedUuid}
          showsUser
          emptyTitle={t('tickets.empty.closed')}
          onNew={onNew}
        />
      </Panel>
    </>
  );
}
