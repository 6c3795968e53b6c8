import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useMemo } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useTicketsRoom } from '@/realtime/rooms';
import { Tabs } from '@/ui/Tabs';
import { ticketListOptions } from '@/features/tickets/api';
import { toFilters, type SubTab } from './filters';
import { FilterRow } from './FilterRow';
import type { PanelProps } from './panelProps';
import { TicketList } from './TicketList';

const SubTabs = styled.div`
  padding: 7px 14px 0 16px;
  box-shadow: inset 0 -1px var(--c-line);
`;

const Panel = styled.div`
  flex: 1;
  min-height: 0;
`;

function useSubList(view: PanelProps['view'], mayShowAll: boolean, subTab: SubTab) {
  const filters = useMemo(() => toFilters(view, mayShowAll, subTab), [view, mayShowAll, subTab]);
  useTicketsRoom(subTab);
  return useInfiniteQuery(ticketListOptions(filters));
}

/** S028: the open tickets in three lists. All are loaded, so that each count is known and kept by events. */
export function OpenPanel({ view, mayShowAll, selectedUuid, onChange, onNew }: PanelProps) {
  const t = useT();
  const panelId = useId();
  const lists = {
    open: useSubList(view, mayShowAll, 'open'),
    pending: useSubList(view, mayShowAll, 'pending'),
    lead: useSubList(view, mayShowAll, 'lead'),
  };
  const countOf = (subTab: SubTab) => lists[subTab].data?.pages[0]?.count;
  const items = [
    { id: 'open', label: t('tickets.list.open'), count: countOf('open') },
    { id: 'pending', label: t('tickets.list.pending'), count: countOf('pending') },
    { id: 'lead', label: t('tickets.list.lead'), count: countOf('lead') },
  ] as const;

  return (
    <>
      <SubTabs>
        <Tabs<SubTab>
          label={t('tickets.lists')}
          look="underlined"
          items={items}
          selected={view.subTab}
          onSelect={(subTab) => onChange({ subTab })}
          panelId={panelId}
        />
      </SubTabs>
      <FilterRow view={view} mayShowAll={mayShowAll} onChange={onChange} />
      <Panel id={panelId} role="tabpanel" aria-label={t(`tickets.list.${view.subTab}`)}>
        <TicketList
          key={view.subTab}
          query={lists[view.subTab]}
          selectedUuid={selectedUuid}
          showsUser={mayShowAll && view.showAll}
          emptyTitle={t(`tickets.empty.${view.subTab}`)}
          onNew={onNew}
        />
      </Panel>
    </>
  );
}
