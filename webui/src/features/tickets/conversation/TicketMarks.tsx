import AlarmClock from 'lucide-react/icons/alarm-clock';
import Flag from 'lucide-react/icons/flag';
import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font } from '@/styles/tokens';
import { Tag } from '@/ui/Tag';

/** Not of the theme: a tag's own colour, mixed into it. */
const TINTS = { low: '#5b6b8c', high: '#b45309', urgent: '#c62828' } as const;
const SNOOZED = '#4f46e5';

const Mark = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  color: ${color.text};
  font-size: ${font.xs};

  & > svg {
    width: 12px;
    height: 12px;
  }
`;

/** How much a ticket presses, and that it is put off: in words, where most tickets have neither. */
export default function TicketMarks({ ticket: { priority, snooze } }: { ticket: Pick<Ticket, 'priority' | 'snooze'> }) {
  const t = useT();
  return (
    <>
      {priority && priority !== 'none' && (
        <Tag tint={TINTS[priority]}>
          <Mark>
            <Flag aria-hidden />
            {t(`snooze.priority.${priority}`)}
          </Mark>
        </Tag>
      )}
      {snooze && (
        <Tag tint={SNOOZED}>
          <Mark>
            <AlarmClock aria-hidden />
            {snooze.until ? t('snooze.off', { until: formatDateTime(snooze.until) }) : t('snooze.offAnswer')}
          </Mark>
        </Tag>
      )}
    </>
  );
}
