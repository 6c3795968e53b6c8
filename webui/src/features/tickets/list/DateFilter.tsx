import styled from 'styled-components';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { Button } from '@/ui/Button';
import { Popover } from '@/ui/Popover';
import { TextField } from '@/ui/TextField';
import { FilterButton } from './FilterButton';
import type { ListView } from './filters';

const Root = styled.div`
  display: grid;
  gap: 12px;
  padding: 14px;
`;

interface DateFilterProps {
  view: Pick<ListView, 'created' | 'updated'>;
  onChange: (part: Partial<ListView>) => void;
}

/** S095: the day on which tickets were opened, or changed last. */
export function DateFilter({ view: { created, updated }, onChange }: DateFilterProps) {
  const t = useT();
  const day = created || updated;
  return (
    <Popover
      label={t('search.dateFilter')}
      width={240}
      align="start"
      trigger={<FilterButton isActive={day !== ''}>{day === '' ? t('search.anyDay') : formatDate(day)}</FilterButton>}
    >
      {(close) => (
        <Root>
          <TextField
            type="date"
            label={t('search.created')}
            value={created}
            onChange={(event) => onChange({ created: event.target.value })}
          />
          <TextField
            type="date"
            label={t('search.updated')}
            value={updated}
            onChange={(event) => onChange({ updated: event.target.value })}
          />
          <Button
            variant="secondary"
            size="sm"
            disabled={day === ''}
            onClick={() => {
              onChange({ created: '', updated: '' });
              close();
            }}
          >
            {t('search.anyDay')}
          </Button>
        </Root>
      )}
    </Popover>
  );
}
