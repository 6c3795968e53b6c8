import styled from 'styled-components';
import type { Counters, CourseDay } from '@/api/types';
import { useT } from '@/i18n';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, media, radius } from '@/styles/tokens';
import { Link } from '@/ui/Link';
import {
  CARD_LINKS,
  CARDS,
  changeOf,
  deltaOf,
  formatMinutes,
  formatSeconds,
  inQueues,
  signed,
  type QueuesQuery,
} from '../model';
import { DeltaText } from './DeltaText';
import { LiveDot } from './LiveDot';
import { Sparkline } from './Sparkline';

export const CardList = styled.ul`
  display: grid;
  grid-template-columns: repeat(6, minmax(0, 1fr));
  gap: 12px;

  &[aria-busy='true'] {
    opacity: 0.6;
  }
  @media (max-width: 1279.98px) {
    grid-template-columns: repeat(3, minmax(0, 1fr));
  }
  @media ${media.sm} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    gap: 8px;
  }
`;

const Card = styled.li`
  position: relative;
  display: grid;
  align-content: start;
  gap: 4px;
  min-width: 0;
  padding: 12px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  @media ${media.sm} {
    padding: 12px;
  }
  &:has(a:hover) {
    border-color: ${color.lineStrong};
  }
  & a {
    color: inherit;
  }
  & a::after {
    position: absolute;
    inset: 0;
    border-radius: ${radius.lg};
    content: '';
  }
  & a:focus-visible {
    outline: none;
  }
  & a:focus-visible::after {
    outline: 2px solid ${color.focus};
  }
`;

const Line = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 6px;
  min-height: 18px;
`;

const Name = styled.span`
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.medium};
  white-space: nowrap;
`;

const Now = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  color: ${color.textMuted};
  font-size: ${font.xs};
`;

const Value = styled.b`
  font-size: 1.4375rem;
  font-variant-numeric: tabular-nums;
  letter-spacing: -0.02em;
  line-height: 28px;
  white-space: nowrap;

  &[data-long] {
    font-size: 1.25rem;
  }
`;

const Foot = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 6px;
  min-height: 16px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
`;

type Id = (typeof CARDS)[number]['id'];

const SERIES = {
  finished: (day: CourseDay) => day.finished,
  leads: (day: CourseDay) => day.leads,
  support: (day: CourseDay) => day.avgSupportTime,
  wait: (day: CourseDay) => day.avgWaitTime,
} as const;

const AMOUNTS = { finished: 'supportFinished', leads: 'leads' } as const;
const TIMES = { support: 'avgSupportTime', wait: 'avgWaitTime' } as const;

/** An average that is 0 may be of nothing at all; the days know. */
function isUnknown(id: Id, counters: Counters, days: readonly CourseDay[] | undefined): boolean {
  if (id !== 'support' && id !== 'wait') return false;
  if (counters[TIMES[id]] > 0) return false;
  if (days !== undefined) return days.every((day) => SERIES[id](day) === null);
  return id === 'support' && counters.supportFinished === 0;
}

interface FootLineProps extends CounterCardsProps {
  id: Id;
}

/** What the figure was in the period before, or what nothing means. */
function FootLine({ id, counters, previous, days }: FootLineProps) {
  const t = useT();
  const locale = useLocale();
  if (id === 'happening') return <Foot>{counters.supportHappening === 0 && t('dashboard.nobody.happening')}</Foot>;
  if (id === 'pending') return <Foot>{counters.supportPending === 0 && t('dashboard.nobody.pending')}</Foot>;
  if (isUnknown(id, counters, days)) return <Foot>{t('dashboard.nobody.times')}</Foot>;
  if (!previous) return <Foot />;
  if (id === 'support' || id === 'wait') {
    const before = previous[TIMES[id]];
    // what was not measured cannot be compared
    if (before === 0) return <Foot />;
    const delta = deltaOf(counters[TIMES[id]], before, 'less');
    return (
      <Foot>
        <DeltaText delta={delta} text={signed(delta.difference, formatSeconds(Math.abs(delta.difference) * 60))} />
        <span>{t('dashboard.wasOne', { value: formatMinutes(before) })}</span>
      </Foot>
    );
  }
  const [now, before] = [counters[AMOUNTS[id]], previous[AMOUNTS[id]]];
  const delta = deltaOf(now, before, 'more');
  const change = changeOf(now, before);
  const percent = new Intl.NumberFormat(htmlLang(locale), { style: 'percent', maximumFractionDigits: 1 });
  const text = change === null ? String(now) : percent.format(Math.abs(change));
  return (
    <Foot>
      <DeltaText delta={delta} text={signed(delta.difference, text)} />
      <span>{t('dashboard.wasMany', { value: before })}</span>
    </Foot>
  );
}

interface CounterCardsProps {
  counters: Counters;
  /** Those of the period before, when they are known. */
  previous?: Counters | undefined;
  /** The days of the period, when they are known. */
  days?: readonly CourseDay[] | undefined;
}

interface CardListProps {
  isBusy?: boolean;
  /** Of which queues they are. */
  queues?: QueuesQuery;
}

/** S024: the six figures; two of them are of now. */
export function CounterCards({ isBusy, queues = {}, ...figures }: CounterCardsProps & CardListProps) {
  const t = useT();
  const { counters, days } = figures;
  return (
    <CardList aria-label={t('dashboard.cards')} aria-busy={isBusy}>
      {CARDS.map(({ id, read }) => {
        const name = t(`dashboard.card.${id}`);
        const to = CARD_LINKS[id];
        const isNow = id === 'happening' || id === 'pending';
        return (
          <Card key={id}>
            <Line>
              <Name>{to ? <Link to={inQueues(to, queues)}>{name}</Link> : name}</Name>
              {isNow && (
                <Now>
                  <LiveDot />
                  {t('dashboard.now')}
                </Now>
              )}
            </Line>
            <Line>
              <Value data-long={id === 'support' || id === 'wait' || undefined}>
                {isUnknown(id, counters, days) ? '—' : read(counters)}
              </Value>
              {!isNow && days && <Sparkline values={days.map(SERIES[id])} />}
            </Line>
            <FootLine id={id} {...figures} />
          </Card>
        );
      })}
    </CardList>
  );
}
