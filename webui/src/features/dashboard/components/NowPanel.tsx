import CircleCheck from 'lucide-react/icons/circle-check';
import styled from 'styled-components';
import type { DashboardNow } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { formatTime } from '@/lib/dates';
import { useNow } from '@/lib/useNow';
import { color, font, radius } from '@/styles/tokens';
import { Badge } from '@/ui/Badge';
import { FiguresPanel } from '@/ui/FiguresPanel';
import { Link } from '@/ui/Link';
import { inQueues, type QueuesQuery } from '../model';
import { useLiveNow } from '../useLiveNow';
import { HeldList } from './HeldList';
import { LimitNotice } from './LimitNotice';
import { LiveDot } from './LiveDot';
import { Loaded } from './Loaded';
import { WaitingList } from './WaitingList';

/** What is told in minutes is looked at more often than once a minute. */
const TICK_MS = 15_000;

const Head = styled.header`
  display: flex;
  align-items: center;
  gap: 8px;
  min-height: 28px;
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > h3 {
    font: inherit;
    font-weight: ${font.medium};
  }
  & > a {
    margin-left: auto;
    color: ${color.accentText};
    font-weight: ${font.medium};
  }
`;

const Part = styled.section`
  min-width: 0;

  & + & {
    margin-top: 14px;
  }
`;

const Calm = styled.div`
  display: flex;
  gap: 10px;
  margin-top: 6px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.successSoft};
  color: ${color.success};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 2px;
  }
  & p:first-child {
    font-weight: ${font.semibold};
  }
`;

interface PartHeadProps {
  title: string;
  count: number;
  to: string;
  link: string;
}

function PartHead({ title, count, to, link }: PartHeadProps) {
  return (
    <Head>
      <h3>{title}</h3>
      <Badge count={count} />
      {count > 0 && <Link to={to}>{link}</Link>}
    </Head>
  );
}

interface PartsProps {
  figures: DashboardNow;
  now: number;
  queues: QueuesQuery;
}

function Parts({ figures, now, queues }: PartsProps) {
  const t = useT();
  const { waiting, held } = figures;
  return (
    <>
      <Part>
        <PartHead
          title={t('dashboard.live.waiting')}
          count={waiting.total}
          to={inQueues(`${paths.tickets}?list=pending&all=1`, queues)}
          link={t('dashboard.live.queue')}
        />
        {waiting.total === 0 ? (
          <Calm>
            <CircleCheck aria-hidden />
            <div>
              <p>{t('dashboard.live.nobody')}</p>
              <p>{t('dashboard.live.nobodyText')}</p>
            </div>
          </Calm>
        ) : (
          <WaitingList waiting={waiting.longest} now={now} />
        )}
      </Part>
      <Part>
        <PartHead
          title={t('dashboard.live.held')}
          count={held.total}
          to={inQueues(`${paths.tickets}?all=1`, queues)}
          link={t('dashboard.live.all')}
        />
        <HeldList attendants={held.attendants} />
      </Part>
      <LimitNotice attendants={held.attendants} />
    </>
  );
}

/** Who waits longest, and who serves whom: of this moment, whatever the period. */
export function NowPanel({ queues }: { queues: QueuesQuery }) {
  const t = useT();
  const query = useLiveNow(queues);
  const clock = useNow(TICK_MS);
  const { data, dataUpdatedAt } = query;
  // by the server's clock, as the beginnings are
  const now = data ? Date.parse(data.time) + Math.max(0, clock - dataUpdatedAt) : clock;
  return (
    <FiguresPanel
      title={t('dashboard.live.title')}
      area="now"
      note={<LiveDot />}
      aside={data && !query.isError && t('dashboard.live.at', { time: formatTime(data.time) })}
    >
      <Loaded<DashboardNow> query={query} lines={10}>
        {(figures) => <Parts figures={figures} now={now} queues={queues} />}
      </Loaded>
    </FiguresPanel>
  );
}
