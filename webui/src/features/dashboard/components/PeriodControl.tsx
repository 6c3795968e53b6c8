import CalendarDays from 'lucide-react/icons/calendar-days';
import ChevronDown from 'lucide-react/icons/chevron-down';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ComponentProps } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useMedia } from '@/lib/useMedia';
import { useLocale } from '@/state/locale';
import { color, font, height, media, radius, shadow, truncate } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Popover } from '@/ui/Popover';
import type { FilterForm } from '../model';
import { hasNext, nextSpan, previousSpan, spanText, type DaySpan } from '../period';
import { presetOf } from '../presets';
import { PeriodForm } from './PeriodForm';
import { usePresetName } from './PresetList';

const Group = styled.div`
  display: flex;
  min-width: 0;
  height: ${height.md};
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.surface};
  box-shadow: ${shadow.sm};

  & > button {
    height: 100%;
    border-radius: 0;
  }
  & > button + button {
    border-left: 1px solid ${color.line};
  }
  @media ${media.sm} {
    flex: 1;
  }
`;

const Root = styled.button`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  padding: 0 12px;
  font-size: ${font.base};
  font-variant-numeric: tabular-nums;

  &:hover,
  &[aria-expanded='true'] {
    background: ${color.hover};
  }
  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
    color: ${color.textMuted};
    stroke-width: 1.75;
  }
  & > span {
    ${truncate}
  }
  & b {
    font-weight: ${font.semibold};
  }
  & small {
    color: ${color.textMuted};
    font-size: inherit;
  }
  @media ${media.sm} {
    flex: 1;

    & > span {
      flex: 1;
      text-align: left;
    }
    & b + small {
      display: none;
    }
  }
`;

interface PeriodButtonProps extends Omit<ComponentProps<'button'>, 'form'> {
  form: FilterForm;
  span: DaySpan | null;
  today: string;
}

function PeriodButton({ form, span, today, ...rest }: PeriodButtonProps) {
  const t = useT();
  const locale = useLocale();
  const dates = span === null ? null : spanText(span, today, locale, 'short');
  const nameOf = usePresetName();
  const preset = presetOf(form, today) ?? (form.type === 'period' ? form.days : null);
  const name = preset === null ? null : nameOf(preset);
  return (
    <Root {...rest} type="button">
      <CalendarDays aria-hidden />
      <span>
        {name !== null && <b>{name}</b>}
        {name !== null && dates !== null && <small> · {dates}</small>}
        {name === null && <b>{dates ?? t('dashboard.filter.period')}</b>}
      </span>
      <ChevronDown aria-hidden />
    </Root>
  );
}

interface PeriodControlProps {
  form: FilterForm;
  span: DaySpan | null;
  /** Whether it is compared with the one before. */
  isCompared: boolean;
  today: string;
  isBusy: boolean;
  /** Says whether the period was taken. */
  onFilter: (form: FilterForm, isCompared: boolean) => boolean;
}

/** S025: the period of all panels; the arrows move it by its own length. */
export function PeriodControl({ form, span, isCompared, today, isBusy, onFilter }: PeriodControlProps) {
  const t = useT();
  const isSmall = useMedia(media.md);
  const go = (next: DaySpan) => onFilter({ type: 'date', ...next, days: 0 }, isCompared);
  // both kinds of the form begin with what is shown
  const first = span === null ? form : { ...form, ...span };
  return (
    <Group role="group" aria-label={t('dashboard.period')}>
      <IconButton
        label={t('dashboard.period.before')}
        disabled={span === null}
        onClick={() => span && go(previousSpan(span))}
      >
        <ChevronLeft />
      </IconButton>
      <Popover
        label={t('dashboard.period.choose')}
        width={isSmall ? 560 : 760}
        trigger={<PeriodButton form={form} span={span} today={today} />}
      >
        {(close) => (
          <PeriodForm
            first={first}
            isCompared={isCompared}
            today={today}
            isBusy={isBusy}
            months={isSmall ? 1 : 2}
            onFilter={(...chosen) => void (onFilter(...chosen) && close())}
            onCancel={close}
          />
        )}
      </Popover>
      <IconButton
        label={t('dashboard.period.after')}
        disabled={span === null || !hasNext(span, today)}
        onClick={() => span && go(nextSpan(span))}
      >
        <ChevronRight />
      </IconButton>
    </Group>
  );
}
