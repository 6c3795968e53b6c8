import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { Campaign } from '@/api/types';
import { useT } from '@/i18n';
import { useNow } from '@/lib/useNow';
import { color, font } from '@/styles/tokens';
import { numbersOptions } from '../api';
import { standingOf } from '../model';
import { Box } from './Box';
import { useLengthText } from './useLengthText';

const SECOND_MS = 1000;

const Head = styled.div`
  display: flex;
  gap: 12px;
  align-items: baseline;
  justify-content: space-between;

  & > h2 {
    font-size: ${font.md};
  }
  & > span {
    color: ${color.accentText};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
    font-weight: ${font.semibold};
  }
`;

const Facts = styled.dl`
  display: grid;
  gap: 10px;
  align-content: start;
  font-size: ${font.sm};

  & > div {
    display: flex;
    gap: 12px;
    justify-content: space-between;
  }
  & dt {
    overflow: hidden;
    color: ${color.textMuted};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & dd {
    flex: none;
    max-width: 60%;
    text-align: right;
    font-variant-numeric: tabular-nums;
  }
`;

/** Days of a window in the order of the week: a row of three or more as its ends. */
function daysText(weekdays: readonly number[], name: (day: number) => string): string {
  const order = [1, 2, 3, 4, 5, 6, 0].filter((day) => weekdays.includes(day));
  const [first, last] = [order[0], order.at(-1)];
  if (first === undefined || last === undefined) return '';
  const isRow = order.every((day, place) => place === 0 || (day || 7) === (order[place - 1] ?? 0) + 1);
  return isRow && order.length > 2 ? `${name(first)}–${name(last)}` : order.map(name).join(', ');
}

/** When the next person is written to, what its numbers may still send today, and when it may write. */
export function NextSend({ campaign }: { campaign: Campaign }) {
  const t = useT();
  const lengthText = useLengthText();
  const { nextAt, whatsappIds, window } = campaign;
  const isRunning = standingOf(campaign) === 'EM_ANDAMENTO';
  const now = useNow(isRunning ? SECOND_MS : null);
  const { data: numbers } = useQuery(numbersOptions);
  const ms = nextAt === null ? 0 : Date.parse(nextAt) - now;
  const day = (number: number) => t(`campaigns.day.${number as 0 | 1 | 2 | 3 | 4 | 5 | 6}`);
  return (
    <Box aria-label={t('campaigns.nextSend')}>
      <Head>
        <h2>{t('campaigns.nextSend')}</h2>
        {isRunning && (
          <span>{ms > 0 ? t('campaigns.nextSend.in', { length: lengthText(ms) }) : t('campaigns.nextSend.now')}</span>
        )}
      </Head>
      <Facts>
        {numbers
          ?.filter(({ id }) => whatsappIds.includes(id))
          .map(({ id, name, today, cap }) => (
            <div key={id}>
              <dt>{t('campaigns.nextSend.number', { name })}</dt>
              <dd>{t('campaigns.nextSend.of', { today, cap })}</dd>
            </div>
          ))}
        <div>
          <dt>{t('campaigns.nextSend.window')}</dt>
          <dd>
            {window
              ? `${window.start}–${window.end}, ${daysText(window.weekdays, day)}`
              : t('campaigns.nextSend.always')}
          </dd>
        </div>
      </Facts>
    </Box>
  );
}
