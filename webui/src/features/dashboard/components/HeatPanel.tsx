import styled from 'styled-components';
import type { DashboardCourse } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { formatWall } from '@/lib/dates';
import { useLocale } from '@/state/locale';
import { color, font, radius, shadow } from '@/styles/tokens';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Tooltip } from '@/ui/Tooltip';
import type { useCourse } from '../api';
import { peakOf, type Peak } from '../model';
import { useArrows } from '../useArrows';
import { Loaded } from './Loaded';

const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
/** A Monday, for the names of the days. */
const MONDAY = [2026, 0, 5] as const;

const Grid = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: 28px repeat(24, minmax(0, 1fr));
  gap: 2px;
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-variant-numeric: tabular-nums;
  line-height: 13px;
`;

const Cell = styled.i`
  height: 13px;
  border-radius: 3px;
  background: color-mix(in srgb, ${color.accent} var(--part, 0%), ${color.hover});

  &[data-peak] {
    outline: 1.5px solid ${color.text};
    outline-offset: -1px;
  }
  &:focus-visible {
    outline: 2px solid ${color.focus};
    outline-offset: 1px;
  }
`;

const Hour = styled.span`
  grid-column: span 3;
  padding-top: 2px;
`;

const Key = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 2px;

  & > i {
    width: 12px;
    height: 8px;
  }
`;

const Nothing = styled.p`
  position: absolute;
  inset: 40% auto auto 50%;
  padding: 6px 10px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.raised};
  box-shadow: ${shadow.md};
  color: ${color.text};
  font-size: ${font.sm};
  transform: translate(-50%, -50%);
`;

const part = (count: number, most: number) => cssVars({ '--part': `${most === 0 ? 0 : (100 * count) / most}%` });

function useWeekdays(width: 'short' | 'long') {
  const locale = useLocale();
  const [year, month, first] = MONDAY;
  return [0, 1, 2, 3, 4, 5, 6].map((day) =>
    formatWall(new Date(year, month, first + day), locale, { weekday: width }).replace('.', ''),
  );
}

function Heat({ hours, peak }: { hours: DashboardCourse['hours']; peak: Peak | null }) {
  const t = useT();
  const short = useWeekdays('short');
  const long = useWeekdays('long');
  const { root, onKeyDown, stopOf } = useArrows<HTMLDivElement>(7 * HOURS.length, HOURS.length);
  return (
    <Grid ref={root} role="group" aria-label={t('dashboard.heat.title')} onKeyDown={onKeyDown}>
      {short.map((name, day) => [
        <span key={name} aria-hidden>
          {name}
        </span>,
        ...HOURS.map((hour) => {
          const count = hours[day]?.[hour] ?? 0;
          const text = t('dashboard.heat.cell', { day: long[day], hour, next: hour + 1, count });
          return (
            <Tooltip key={`${name} ${hour}`} text={text}>
              <Cell
                {...stopOf(day * HOURS.length + hour)}
                role="img"
                aria-label={text}
                data-peak={(peak?.day === day && peak.hour === hour) || undefined}
                style={part(count, peak?.count ?? 0)}
              />
            </Tooltip>
          );
        }),
      ])}
      <span aria-hidden />
      {HOURS.filter((hour) => hour % 3 === 0).map((hour) => (
        <Hour key={hour} aria-hidden>
          {hour}h
        </Hour>
      ))}
      {peak === null && <Nothing>{t('dashboard.heat.empty')}</Nothing>}
    </Grid>
  );
}

/** The same as a table, for those who cannot see it. */
function HeatTable({ hours }: { hours: DashboardCourse['hours'] }) {
  const t = useT();
  const days = useWeekdays('long');
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t('dashboard.heat.title')}</caption>
        <thead>
          <tr>
            <td />
            {HOURS.map((hour) => (
              <th key={hour} scope="col">
                {hour}h
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {days.map((name, day) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {HOURS.map((hour) => (
                <td key={hour}>{hours[day]?.[hour] ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** At which hours of the week customers write. */
export function HeatPanel({ query }: { query: ReturnType<typeof useCourse> }) {
  const t = useT();
  const days = useWeekdays('long');
  const peak = query.data && !query.isError ? peakOf(query.data.hours) : null;
  return (
    <FiguresPanel
      title={t('dashboard.heat.title')}
      area="heat"
      note={peak && t('dashboard.heat.peak', { day: days[peak.day], hour: peak.hour, next: peak.hour + 1 })}
      aside={
        peak && (
          <Key aria-hidden>
            {t('dashboard.heat.less')}
            {[0, 25, 50, 75, 100].map((share) => (
              <Cell key={share} style={part(share, 100)} />
            ))}
            {t('dashboard.heat.more')}
          </Key>
        )
      }
    >
      <Loaded<DashboardCourse> query={query}>
        {({ hours }) => (
          <figure>
            <Heat hours={hours} peak={peak} />
            <HeatTable hours={hours} />
          </figure>
        )}
      </Loaded>
    </FiguresPanel>
  );
}
