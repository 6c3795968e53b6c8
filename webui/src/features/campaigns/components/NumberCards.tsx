import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { CampaignNumber } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { formatPhone } from '@/lib/phone';
import { color, font, radius } from '@/styles/tokens';
import { Link } from '@/ui/Link';
import { Pill } from '@/ui/Pill';
import { Skeleton } from '@/ui/Skeleton';
import { numbersOptions } from '../api';
import { numberStanding, NUMBER_TONES } from '../model';
import { Meter } from './Meter';

const Cards = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(300px, 100%), 1fr));
  gap: 12px;
  margin-bottom: 16px;
`;

const Card = styled.li`
  display: grid;
  gap: 8px;
  min-width: 0;
  padding: 12px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};
  font-size: ${font.sm};
`;

const Head = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
  align-items: center;

  & > strong {
    overflow: hidden;
    font-size: ${font.base};
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  & > span:last-child {
    margin-left: auto;
    font-variant-numeric: tabular-nums;
  }
`;

const Note = styled.p`
  color: ${color.textMuted};
`;

function NumberCard({ number }: { number: CampaignNumber }) {
  const t = useT();
  const { name, today, cap, warmUp, stoppedCampaignId } = number;
  const standing = numberStanding(number);
  const about = warmUp
    ? warmUp.nextCap === null
      ? t('campaigns.number.lastWeek', { week: warmUp.week, date: formatDate(warmUp.until) })
      : t('campaigns.number.week', { week: warmUp.week, next: warmUp.nextCap, date: formatDate(warmUp.until) })
    : t('campaigns.number.full');
  return (
    <Card>
      <Head>
        <strong>{name}</strong>
        <Pill tone={NUMBER_TONES[standing]} hasDot>
          {t(`campaigns.number.${standing}`)}
        </Pill>
        <span>{t('campaigns.number.today', { today, cap })}</span>
      </Head>
      <Meter label={t('campaigns.number.day', { name })} done={today} all={cap} isBare />
      <Note>
        {[number.number && formatPhone(number.number), about].filter(Boolean).join(' · ')}
        {stoppedCampaignId !== null && (
          <>
            {' · '}
            <Link to={paths.campaignReport(stoppedCampaignId)}>{t('campaigns.number.why')}</Link>
          </>
        )}
      </Note>
    </Card>
  );
}

/** What each number may still send today. Nothing where that cannot be known: the list goes without. */
export function NumberCards() {
  const t = useT();
  const { data, error } = useQuery(numbersOptions);
  if (error && !data) return null;
  if (data?.length === 0) return null;
  return (
    <Cards aria-label={t('campaigns.numbers')}>
      {data ? (
        data.map((number) => <NumberCard key={number.id} number={number} />)
      ) : (
        <Card aria-hidden>
          <Skeleton width="60%" />
          <Skeleton />
          <Skeleton width="80%" />
        </Card>
      )}
    </Cards>
  );
}
