import { useQueryClient } from '@tanstack/react-query';
import SquareKanban from 'lucide-react/icons/square-kanban';
import { useCallback, useId, useRef, useState } from 'react';
import { pageKeys } from '@/api/pageKeys';
import type { Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { displayName } from '@/lib/phone';
import { useAddressParams } from '@/lib/useAddressParams';
import { useIsNarrow } from '@/lib/useMedia';
import { useToday } from '@/lib/useToday';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { Link } from '@/ui/Link';
import { useListSearch } from '@/ui/list';
import { PageSpinner } from '@/ui/PageSpinner';
import { SearchInput } from '@/ui/SearchInput';
import { Tabs } from '@/ui/Tabs';
import { useMoveCard } from './api';
import { Body, Ghost, Head, Lanes, LaneTabs, Page, Search, Switcher, Title, Total } from './Board.styles';
import { CarriedCard, type Wanted } from './BoardCard';
import { CarryButtons } from './CarryButtons';
import { LaneColumn } from './LaneColumn';
import { LanesFilter } from './LanesFilter';
import { TicketPanel } from './TicketPanel';
import {
  cardsOf,
  filterKey,
  lanesOf,
  type BoardFilter,
  type BoardKind,
  type Lane,
  type LaneData,
  type Spot,
} from './model';
import { useBoard } from './useBoard';
import { useLanes } from './useLanes';
import { useLift } from './useLift';
import { AttendantFilter, BoardQueueFilter } from './WhoseFilter';

const FOCUS_MS = 1500;

/** A024 A072: running tickets as cards, in lanes of tags or of queues. */
export default function BoardPage() {
  const t = useT();
  const client = useQueryClient();
  const isNarrow = useIsNarrow();
  const today = useToday();
  const hintId = useId();
  const [params, changeParams] = useAddressParams();
  const search = useListSearch();
  const kind: BoardKind = params.get('by') === 'queues' ? 'queues' : 'tags';
  const lanesQuery = useLanes(kind);
  // In the address, so that a link shows the same.
  const idIn = (name: string) => (/^\d+$/.test(params.get(name) ?? '') ? Number(params.get(name)) : null);
  const filter: BoardFilter = {
    search: search.search,
    userId: idIn('user'),
    queueId: kind === 'tags' ? idIn('queue') : null,
  };
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [totals, setTotals] = useState<Readonly<Record<string, number | null>>>({});
  const [shownLane, setShownLane] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const wanted: Wanted = useRef(null);

  const all = lanesQuery.lanes ?? [];
  const lanes = lanesOf(all, chosen);
  const shown = lanes.find(({ key }) => key === shownLane) ?? lanes[0];
  const lay = useBoard(all);
  const move = useMoveCard(lay);
  const uuid = params.get('ticket');

  const change = (name: string, value: string | null) =>
    changeParams((next) => {
      if (value === null) next.delete(name);
      else next.set(name, value);
      return next;
    });

  const cardsIn = (lane: string) =>
    cardsOf(client.getQueryData<LaneData>(pageKeys.boardCards(lane, filterKey(filter))));
  const othersIn = (lane: string, ticketId: number) => cardsIn(lane).filter(({ id }) => id !== ticketId);
  const laneOf = (key: string) => all.find((lane) => lane.key === key);
  const where = ({ lane, index }: Spot) => ({ lane: laneOf(lane)?.name ?? '', place: index + 1 });
  const nameOf = (ticket: Ticket) => displayName(ticket.contact.name);

  const moveTo = (ticket: Ticket, from: Lane, to: Lane, index: number) => {
    const others = othersIn(to.key, ticket.id);
    move({ ticket, from, to, above: others[index - 1], below: others[index] });
    setSaid(t('board.dropped', { name: nameOf(ticket), ...where({ lane: to.key, index }) }));
  };
  const lifting = useLift({
    sizesFor: (ticketId) => lanes.map(({ key }) => ({ lane: key, size: othersIn(key, ticketId).length })),
    onLift: (ticket) => setSaid(t('board.lifted', { name: nameOf(ticket) })),
    onOver: (over) => setSaid(t('board.over', where(over))),
    onCancel: (ticket) => setSaid(t('board.back', { name: nameOf(ticket) })),
    onDrop: (ticket, from, over, by) => {
      const [left, entered] = [laneOf(from.lane), laneOf(over.lane)];
      if (!left || !entered) return;
      if (by === 'keys') wanted.current = { ticketId: ticket.id, lane: over.lane, until: performance.now() + FOCUS_MS };
      moveTo(ticket, left, entered, over.index);
    },
  });
  const { lift } = lifting;
  const noteTotals = useCallback(
    (lane: string, count: number | null) =>
      setTotals((known) => (known[lane] === count ? known : { ...known, [lane]: count })),
    [],
  );
  const carriedLane = lift && laneOf(lift.from.lane);
  // a sum of some lanes would be a wrong one
  const isCounted = lanesQuery.lanes !== undefined && lanes.every(({ key }) => typeof totals[key] === 'number');
  const total = lanes.reduce((sum, { key }) => sum + (totals[key] ?? 0), 0);

  return (
    <Page>
      <Head>
        <Title>{t('board.title')}</Title>
        <Switcher>
          <Tabs<BoardKind>
            label={t('board.tabs')}
            look="segmented"
            items={[
              { id: 'tags', label: t('board.tags') },
              { id: 'queues', label: t('board.queues') },
            ]}
            selected={kind}
            onSelect={(id) => {
              setChosen([]);
              change('by', id === 'tags' ? null : id);
            }}
          />
        </Switcher>
        {kind === 'tags' && <LanesFilter lanes={all} chosen={chosen} onChange={setChosen} />}
        <AttendantFilter chosen={filter.userId} onChange={(id) => change('user', id === null ? null : String(id))} />
        {kind === 'tags' && (
          <BoardQueueFilter
            chosen={filter.queueId}
            onChange={(id) => change('queue', id === null ? null : String(id))}
          />
        )}
        <Total>{isCounted && t('board.total', { count: total })}</Total>
        <Search>
          <SearchInput
            label={t('board.search')}
            placeholder={t('board.searchHint')}
            value={search.text}
            maxLength={100}
            onSearch={search.onText}
          />
        </Search>
      </Head>
      <Body>
        <p id={hintId} className="visually-hidden">
          {t('board.hint')}
        </p>
        <p role="status" className="visually-hidden">
          {said}
        </p>
        {isNarrow && lanes.length > 0 && (
          <LaneTabs>
            <Tabs
              label={t('board.tabs')}
              look="underlined"
              items={lanes.map(({ key, name }) => ({ id: key, label: name, count: totals[key] ?? undefined }))}
              selected={shown?.key ?? ''}
              onSelect={setShownLane}
            />
          </LaneTabs>
        )}
        {!lanesQuery.lanes && lanesQuery.error === null && <PageSpinner />}
        {!lanesQuery.lanes && lanesQuery.error !== null && (
          <ErrorState error={lanesQuery.error} onRetry={lanesQuery.onRetry} />
        )}
        {lanesQuery.lanes?.length === 0 && (
          <EmptyState
            icon={<SquareKanban />}
            title={t('board.noLanes')}
            text={t('board.noLanesText')}
            action={<Link to={paths.tags}>{t('board.toTags')}</Link>}
          />
        )}
        {lanes.length > 0 && (
          <Lanes data-board>
            {lanes.map((lane) => (
              <LaneColumn
                key={lane.key}
                lane={lane}
                lanes={all}
                filter={filter}
                isHidden={isNarrow && lane.key !== shown?.key}
                lifting={lifting}
                selectedUuid={uuid}
                today={today}
                hintId={hintId}
                wanted={wanted}
                onTotals={noteTotals}
                onOpen={(ticket) => change('ticket', ticket.uuid)}
                onMoveTo={(ticket, from, to) => moveTo(ticket, from, to, 0)}
              />
            ))}
          </Lanes>
        )}
        <CarryButtons lifting={lifting} lanes={lanes} />
      </Body>
      {uuid !== null && <TicketPanel uuid={uuid} onClose={() => change('ticket', null)} />}
      {lift?.by === 'pointer' && carriedLane && (
        <Ghost style={{ ...cssVars({ '--x': `${lift.x - 24}px`, '--y': `${lift.y - 24}px` }), width: lift.width }}>
          <CarriedCard ticket={lift.ticket} lane={carriedLane} today={today} />
        </Ghost>
      )}
    </Page>
  );
}
