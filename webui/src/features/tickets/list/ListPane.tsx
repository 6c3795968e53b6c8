import Plus from 'lucide-react/icons/plus';
import Search from 'lucide-react/icons/search';
import { Suspense, useState } from 'react';
import styled from 'styled-components';
import { lazyExtra, lazyPart, useT } from '@/i18n';
import { useAddressParams } from '@/lib/useAddressParams';
import { chooseNone, useChosen } from '@/state/chosenTickets';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Tabs } from '@/ui/Tabs';
import { useListView } from './useListView';
import type { ListView, Tab } from './filters';
import { NewTicketDialog } from '@/features/tickets/newTicket/NewTicketDialog';
import { OpenPanel } from './OpenPanel';
import { TicketListSkeleton } from './TicketListSkeleton';

const ClosedPanel = lazyPart(() => import('./ClosedPanel'));
const SearchPanel = lazyPart(() => import('./SearchPanel'), 'search');
// there is hardly ever anything to check, and nobody waits for it
const UnknownNotice = lazyExtra(() => import('./UnknownNotice'), 'bars');
const BulkBar = lazyPart(() => import('./BulkBar'), 'bulk');

const Root = styled.section`
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  border-right: 1px solid ${color.line};
  background: ${color.surface};

  @container (max-width: 719.98px) {
    border-right: 0;
  }
`;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 14px 14px 10px 16px;
`;

const Title = styled.h1`
  flex: 1;
  font-size: ${font.lg};
  letter-spacing: -0.01em;
`;

const TabRow = styled.div`
  padding: 0 14px;
`;

interface ListPaneProps {
  selectedUuid: string | null;
}

/** The left side: what to show and the list itself. */
export function ListPane({ selectedUuid }: ListPaneProps) {
  const t = useT();
  const { view, change: changeView, mayShowAll } = useListView();
  const isChoosing = useChosen() !== null;
  const change = (part: Partial<ListView>) => {
    chooseNone();
    changeView(part);
  };
  const [isCreating, setIsCreating] = useState(false);
  const [params, changeParams] = useAddressParams();
  // A link from elsewhere names whom the new ticket is for.
  const contactId = Number(params.get('contact')) || null;
  const handleClose = () => {
    setIsCreating(false);
    if (contactId !== null) changeParams((next) => (next.delete('contact'), next));
  };
  const panel = { view, onChange: change, mayShowAll, selectedUuid, onNew: () => setIsCreating(true) };
  const tabs = [
    { id: 'open', label: t('tickets.tab.open') },
    { id: 'closed', label: t('tickets.tab.closed') },
    { id: 'search', label: t('tickets.tab.search') },
  ] as const;

  return (
    <Root aria-label={t('tickets.title')}>
      <Head>
        <Title>{t('tickets.title')}</Title>
        <IconButton label={t('tickets.search')} onClick={() => change({ tab: 'search' })}>
          <Search />
        </IconButton>
        <Button icon={<Plus />} onClick={() => setIsCreating(true)}>
          {t('tickets.new')}
        </Button>
      </Head>
      <TabRow>
        <Tabs<Tab>
          label={t('tickets.tabs')}
          look="segmented"
          items={tabs}
          selected={view.tab}
          onSelect={(tab) => change({ tab })}
        />
      </TabRow>
      <Suspense fallback={null}>
        <UnknownNotice />
      </Suspense>
      {view.tab === 'open' && <OpenPanel {...panel} />}
      {view.tab === 'closed' && (
        <Suspense fallback={<TicketListSkeleton />}>
          <ClosedPanel {...panel} />
        </Suspense>
      )}
      {view.tab === 'search' && (
        <Suspense fallback={<TicketListSkeleton />}>
          <SearchPanel {...panel} />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense fallback={null}>
          <BulkBar />
        </Suspense>
      )}
      <NewTicketDialog isOpen={isCreating || contactId !== null} contactId={contactId} onClose={handleClose} />
    </Root>
  );
}
