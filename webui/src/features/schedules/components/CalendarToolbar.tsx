import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ToolbarProps } from 'react-big-calendar';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Tabs } from '@/ui/Tabs';
import type { CalendarEntry } from '../model';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  margin-bottom: 12px;
`;

const Label = styled.h2`
  flex: 1;
  min-width: 140px;
  font-size: ${font.lg};

  &::first-letter {
    text-transform: uppercase;
  }
`;

const Views = styled.div`
  min-width: 430px;

  @media ${media.md} {
    flex: 1 1 100%;
    min-width: 0;
    overflow-x: auto;
  }
`;

const VIEWS = ['month', 'week', 'work_week', 'day', 'agenda'] as const;

/** Today, back, on, and the five views. */
export function CalendarToolbar({ label, view, onNavigate, onView }: ToolbarProps<CalendarEntry>) {
  const t = useT();
  const shown = VIEWS.find((each) => each === view) ?? 'month';
  return (
    <Root>
      <Button variant="secondary" size="sm" onClick={() => onNavigate('TODAY')}>
        {t('schedules.today')}
      </Button>
      <IconButton size="sm" label={t('schedules.previous')} onClick={() => onNavigate('PREV')}>
        <ChevronLeft />
      </IconButton>
      <IconButton size="sm" label={t('schedules.next')} onClick={() => onNavigate('NEXT')}>
        <ChevronRight />
      </IconButton>
      <Label aria-live="polite">{label}</Label>
      <Views>
        <Tabs
          label={t('schedules.views')}
          look="segmented"
          items={VIEWS.map((id) => ({ id, label: t(`schedules.view.${id}`) }))}
          selected={shown}
          onSelect={onView}
        />
      </Views>
    </Root>
  );
}
