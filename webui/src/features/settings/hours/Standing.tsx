import { useQuery } from '@tanstack/react-query';
import { settingsOptions } from '@/api/settings';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { DEFAULT_ZONE, fieldOfDay, formatWall, toWall } from '@/lib/dates';
import { MINUTE_MS, useNow } from '@/lib/useNow';
import { htmlLang, useLocale } from '@/state/locale';
import { color, font, radius } from '@/styles/tokens';
import { Pill } from '@/ui/Pill';
import type { Week } from '@/ui/week';
import { valueOf } from '../model';
import { holidaysOptions } from './api';
import { standingAt } from './model';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 6px 10px;
  padding: 10px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surfaceAlt};
  font-size: ${font.base};

  & > small {
    margin-left: auto;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

/** What customers meet right now, by the hours that are stored and where the company is. */
export function Standing({ week }: { week: Week }) {
  const t = useT();
  const language = htmlLang(useLocale());
  const now = useNow(MINUTE_MS);
  const { data: holidays } = useQuery(holidaysOptions);
  const { data: settings } = useQuery(settingsOptions);
  if (!holidays) return null;
  const wall = toWall(new Date(now));
  const { isOpen, until } = standingAt(week, holidays, wall);
  const zone = valueOf(settings ?? [], 'timeZone') ?? DEFAULT_ZONE;
  // "America/Sao_Paulo" is nobody's word for it
  const place = zone.split('/').at(-1) ?? zone;
  const words = until && {
    time: formatWall(until, language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
    day: formatWall(until, language, { weekday: 'long', day: '2-digit', month: '2-digit' }),
  };
  const isToday = until !== null && fieldOfDay(until) === fieldOfDay(wall);
  return (
    <Root role="status">
      <Pill tone={isOpen ? 'success' : 'neutral'} hasDot>
        {isOpen ? t('hours.openNow') : t('hours.closedNow')}
      </Pill>
      {words && isOpen && (isToday ? t('hours.closesToday', words) : t('hours.closesOn', words))}
      {words && !isOpen && (isToday ? t('hours.opensToday', words) : t('hours.opensOn', words))}
      <small>{t('hours.timeOf', { zone: place.replaceAll('_', ' ') })}</small>
    </Root>
  );
}
