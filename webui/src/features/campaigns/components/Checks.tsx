import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import styled from 'styled-components';
import type { CampaignForecast } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import type { Check } from '../model';
import { useForecastText } from './useForecastText';

const Root = styled.section`
  display: grid;
  gap: 8px;
  padding: 12px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surfaceAlt};
  font-size: ${font.base};

  & > h3 {
    font-size: ${font.base};
  }
`;

const List = styled.ul`
  display: grid;
  gap: 6px;
`;

const Item = styled.li`
  display: flex;
  gap: 8px;

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    margin-top: 2px;
    color: ${color.success};
  }
  &[data-level='warning'] > svg {
    color: ${color.warning};
  }
  &[data-level='error'] > svg {
    color: ${color.danger};
  }
`;

const ICONS = { ok: CircleCheck, warning: TriangleAlert, error: CircleAlert };

interface ChecksProps {
  checks: readonly Check[];
  /** Null until it is known. */
  forecast: CampaignForecast | null;
}

/** "Antes de começar": renewed with every change. */
export function Checks({ checks, forecast }: ChecksProps) {
  const t = useT();
  const text = useForecastText();
  const isAhead = forecast !== null && forecast.people > 0;
  const level = isAhead && (forecast.endsAt === null || forecast.days > 1) ? 'warning' : 'ok';
  const Ahead = ICONS[level];
  return (
    <Root aria-label={t('campaigns.before')}>
      <h3>{t('campaigns.before')}</h3>
      <List>
        {checks.map(({ id, level, count = 0 }) => {
          const Icon = ICONS[level];
          return (
            <Item key={id} data-level={level}>
              <Icon role="img" aria-label={t(`campaigns.level.${level}`)} />
              {t(`campaigns.check.${id}`, { level, count })}
            </Item>
          );
        })}
        {isAhead && (
          <Item data-level={level}>
            <Ahead role="img" aria-label={t(`campaigns.level.${level}`)} />
            {text(forecast)} {t('campaigns.forecast.perDay', { count: forecast.perDay })}
          </Item>
        )}
      </List>
    </Root>
  );
}
