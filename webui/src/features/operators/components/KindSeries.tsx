import styled from 'styled-components';
import type { OperationSeries } from '@/api/types';
import { useT } from '@/i18n';
import { formatTime } from '@/lib/dates';
import { color, font, media } from '@/styles/tokens';
import { highest, linePath, newest, type Values } from '../lines';
import { amount } from '../model';
import { None } from './Words';

const WIDTH = 300;
const HEIGHT = 64;

const Root = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: 20px;
  padding-block: 4px;
  font-size: ${font.sm};

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Words = styled.p`
  display: flex;
  justify-content: space-between;
  gap: 8px;
  color: ${color.textMuted};
`;

const Drawing = styled.svg`
  display: block;
  width: 100%;
  height: ${HEIGHT}px;
  margin-block: 4px;
  border-bottom: 1px solid ${color.lineStrong};
  overflow: visible;
  fill: none;
  stroke: ${color.accent};
  stroke-width: 1.5;
  stroke-linecap: round;
  stroke-linejoin: round;

  & path {
    vector-effect: non-scaling-stroke;
  }
`;

interface CourseProps {
  title: string;
  values: Values;
  times: readonly string[];
  say: (value: number) => string;
}

function Course({ title, values, times, say }: CourseProps) {
  const t = useT();
  const top = highest(values);
  const now = newest(values);
  const told = t('operators.course', { now: now === null ? '—' : say(now), top: say(top) });
  return (
    <figure>
      <Words>
        <span>{title}</span>
        <span>{told}</span>
      </Words>
      <Drawing
        role="img"
        aria-label={`${title}: ${told}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
      >
        <path d={linePath(values, { width: WIDTH, height: HEIGHT, top })} />
      </Drawing>
      <Words>
        <span>{formatTime(times.at(0))}</span>
        <span>{formatTime(times.at(-1))}</span>
      </Words>
    </figure>
  );
}

interface KindSeriesProps {
  kind: string;
  series: OperationSeries | undefined;
}

/** What a kind of actor handled over the range, and how long it took. */
export function KindSeries({ kind, series }: KindSeriesProps) {
  const t = useT();
  const own = series?.kinds.find((each) => each.kind === kind);
  if (!series || !own) return <None>{t('operators.noSeries')}</None>;
  return (
    <Root>
      <Course title={t('operators.handled')} values={own.handled} times={series.times} say={amount} />
      <Course
        title={t('operators.p99')}
        values={own.p99Ms}
        times={series.times}
        say={(ms) => t('operators.milliseconds', { ms: amount(ms) })}
      />
    </Root>
  );
}
