import { useQuery } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash';
import styled from 'styled-components';
import { queuesOptions } from '@/api/queues';
import type { Holiday } from '@/api/types';
import { useT } from '@/i18n';
import { formatWall, parseDate } from '@/lib/dates';
import { htmlLang, useLocale } from '@/state/locale';
import { font } from '@/styles/tokens';
import { DataRow, DataTable } from '@/ui/DataTable';
import { IconButton } from '@/ui/IconButton';
import { Pill } from '@/ui/Pill';
import { Tag } from '@/ui/Tag';
import type { DatedHoliday } from './model';

const Day = styled.span`
  font-weight: ${font.medium};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
`;

interface HolidayTableProps {
  rows: readonly DatedHoliday[];
  onEdit: (holiday: Holiday) => void;
  onDelete: (holiday: Holiday) => void;
}

export function HolidayTable({ rows, onEdit, onDelete }: HolidayTableProps) {
  const t = useT();
  const language = htmlLang(useLocale());
  const { data: queues = [] } = useQuery(queuesOptions);
  const heads = [
    t('hours.head.day'),
    t('hours.head.name'),
    t('hours.head.repeats'),
    t('hours.head.open'),
    t('hours.head.actions'),
  ];
  const dayText = (day: string) => {
    const date = parseDate(day);
    return date
      ? formatWall(date, language, { weekday: 'short', day: '2-digit', month: '2-digit', year: 'numeric' })
      : day;
  };
  return (
    <DataTable heads={heads}>
      {rows.map(({ holiday, day }) => {
        const { id, name, yearly, startTime, endTime } = holiday;
        const queue = queues.find((each) => each.id === holiday.queueId);
        return (
          <DataRow key={id}>
            <td>
              <Day>{dayText(day)}</Day>
            </td>
            <td>
              {name} {queue && <Tag tint={queue.color}>{queue.name}</Tag>}
            </td>
            <td>{yearly ? t('hours.everyYear') : t('hours.onlyIn', { year: day.slice(0, 4) })}</td>
            <td>
              {startTime === null ? (
                <Pill>{t('hours.closed')}</Pill>
              ) : (
                <Pill tone="warning">{t('hours.fromTo', { from: startTime, to: endTime ?? '' })}</Pill>
              )}
            </td>
            <td>
              <IconButton label={t('hours.editNamed', { name })} onClick={() => onEdit(holiday)}>
                <Pencil />
              </IconButton>
              <IconButton label={t('hours.deleteNamed', { name })} onClick={() => onDelete(holiday)}>
                <Trash />
              </IconButton>
            </td>
          </DataRow>
        );
      })}
    </DataTable>
  );
}
