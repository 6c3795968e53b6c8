import { useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { sharesOf } from '../model';

/** Rows shown until all are asked for. */
const FIRST = 4;

const List = styled.ul`
  display: grid;
  gap: 10px;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  & > li {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto 38px;
    align-items: baseline;
    gap: 5px 4px;
  }
  & > li > span:first-child {
    ${truncate}
    font-weight: ${font.medium};
  }
  & a {
    color: inherit;
  }
  & > li > b {
    font-weight: ${font.semibold};
  }
  & > li > small {
    color: ${color.textMuted};
    font-size: inherit;
    text-align: right;
  }
`;

const Dot = styled.i`
  display: inline-block;
  width: 6px;
  height: 6px;
  margin: 0 8px 2px 0;
  border-radius: 50%;
  background: var(--tint);
`;

export const Track = styled.span`
  display: block;
  overflow: hidden;
  height: 6px;
  border-radius: ${radius.full};
  background: ${color.active};

  & > i {
    display: block;
    width: var(--part);
    height: 100%;
    border-radius: inherit;
    background: var(--tint, ${color.accent});
  }
  [data-rows] > li > & {
    grid-column: 1 / -1;
  }
`;

export interface ShareRow {
  key: string | number;
  name: string;
  value: number;
  color?: string | null;
  to?: string | null;
}

/** How many each has of the whole; the longest bar fills its track. */
export function ShareBars({ rows }: { rows: readonly ShareRow[] }) {
  const t = useT();
  const [isWhole, setIsWhole] = useState(false);
  const most = Math.max(1, ...rows.map(({ value }) => value));
  const shares = sharesOf(rows.map(({ value }) => value));
  const shown = isWhole ? rows : rows.slice(0, FIRST);
  return (
    <>
      <List data-rows>
        {shown.map(({ key, name, value, color: own, to }, place) => (
          <li
            key={key}
            style={cssVars({
              '--tint': own === undefined ? color.accent : (own ?? color.textSubtle),
              '--part': `${(100 * value) / most}%`,
            })}
          >
            <span>
              {own !== undefined && <Dot />}
              {to ? <Link to={to}>{name}</Link> : name}
            </span>
            <b>{value}</b>
            <small>{shares[place]}%</small>
            <Track>
              <i />
            </Track>
          </li>
        ))}
      </List>
      {shown.length < rows.length && (
        <Button variant="ghost" size="sm" onClick={() => setIsWhole(true)}>
          {t('dashboard.chart.all', { count: rows.length })}
        </Button>
      )}
    </>
  );
}
