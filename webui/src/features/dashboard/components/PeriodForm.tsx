import { useState, type FormEvent, type KeyboardEvent } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useLocale } from '@/state/locale';
import { color, font, media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { DateField } from '@/ui/DateField';
import { Select } from '@/ui/Select';
import { Switch } from '@/ui/Switch';
import { PERIODS, type FilterForm } from '../model';
import { previousSpan, spanOf, spanText, type DaySpan } from '../period';
import { formOf, presetOf, withDates } from '../presets';
import { PresetList } from './PresetList';
import { RangeCalendar } from './RangeCalendar';

const Form = styled.form`
  display: grid;
  grid-template-columns: 176px minmax(0, 1fr);
  max-height: var(--available-height);
  overflow-y: auto;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Side = styled.div`
  display: flex;
  flex-direction: column;
  min-width: 0;
`;

const Fields = styled.div`
  display: grid;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: 8px 12px;
  padding: 12px 16px 4px;

  @media ${media.md} {
    grid-template-columns: repeat(2, minmax(0, 1fr));
    & > :nth-last-child(3) {
      grid-column: 1 / -1;
    }
  }
`;

const Days = styled.div`
  flex: 1;
  padding: 4px 8px 8px;
`;

const Foot = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 8px;
  padding: 10px 16px;
  border-top: 1px solid ${color.line};
  font-size: ${font.base};

  & > label {
    flex-direction: row-reverse;
    color: ${color.text};
  }
  & > span {
    flex: 1;
    color: ${color.textMuted};
    font-variant-numeric: tabular-nums;
  }
  @media ${media.md} {
    & > span {
      flex-basis: 50%;
    }
    & > button {
      flex: 1;
    }
  }
`;

/** The days of a form: typed dates count once both are there and in order. */
function daysOf(form: FilterForm, today: string): DaySpan | null {
  if (form.type === 'period' && form.days === 0) return null;
  const span = spanOf(form, today);
  return span === null || span.from > span.until ? null : span;
}

function useDraft(first: FilterForm, today: string) {
  const [form, setForm] = useState(() => withDates(first, today));
  // the calendar begins anew at what was chosen elsewhere
  const [turn, setTurn] = useState(0);
  const change = (part: Partial<FilterForm>) => {
    setForm((known) => withDates({ ...known, ...part }, today));
    setTurn((known) => known + 1);
  };
  return { form, turn, change, choose: (span: DaySpan) => setForm({ ...form, ...span, type: 'date' }) };
}

/** Keys that a text or a list has for itself are none of the form's. */
const WRITES = 'select, input:not([type=radio], [type=checkbox])';

interface PeriodFormProps {
  first: FilterForm;
  /** Whether the period is compared with the one before. */
  isCompared: boolean;
  today: string;
  isBusy: boolean;
  /** How many months the calendar shows. */
  months: 1 | 2;
  onFilter: (form: FilterForm, isCompared: boolean) => void;
  onCancel: () => void;
}

interface FieldsProps {
  form: FilterForm;
  today: string;
  onChange: (part: Partial<FilterForm>) => void;
}

/** S025: the type of the filter, and what each of the two is filled in by. */
function FilterFields({ form, today, onChange }: FieldsProps) {
  const t = useT();
  const nameOf = (days: number) => {
    if (days === 0) return t('dashboard.filter.none');
    return days === 1 ? t('dashboard.preset.today') : t('dashboard.filter.lastDays', { days });
  };
  const periods = PERIODS.some((days) => days === form.days) ? PERIODS : [...PERIODS, form.days];
  return (
    <Fields>
      <Select
        label={t('dashboard.filter.type')}
        value={form.type}
        options={[
          { value: 'date', label: t('dashboard.filter.byDate') },
          { value: 'period', label: t('dashboard.filter.byPeriod') },
        ]}
        onValueChange={(value) => onChange({ type: value === 'period' ? 'period' : 'date' })}
      />
      {form.type === 'date' ? (
        <>
          <DateField
            label={t('dashboard.filter.from')}
            value={form.from}
            max={today}
            canBeEmpty
            onChange={(from) => onChange({ from })}
          />
          <DateField
            label={t('dashboard.filter.until')}
            value={form.until}
            min={form.from || undefined}
            canBeEmpty
            onChange={(until) => onChange({ until })}
          />
        </>
      ) : (
        <Select
          label={t('dashboard.filter.period')}
          value={String(form.days)}
          options={periods.map((days) => ({ value: String(days), label: nameOf(days) }))}
          onValueChange={(value) => onChange({ days: Number(value) })}
        />
      )}
    </Fields>
  );
}

/** S025: the period by dates or back from now: ready made, in a calendar, or in its fields. */
export function PeriodForm({ first, isCompared, today, isBusy, months, onFilter, onCancel }: PeriodFormProps) {
  const t = useT();
  const locale = useLocale();
  const { form, turn, change, choose } = useDraft(first, today);
  const [compares, setCompares] = useState(isCompared);
  const span = daysOf(form, today);
  const before = span && previousSpan(span);
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    onFilter(form, compares);
  };
  const handleKey = (event: KeyboardEvent) => {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && event.key.toLowerCase() === 'h';
    if (!isPlain || (event.target as Element).matches(WRITES)) return;
    event.preventDefault();
    change(formOf('today', today));
  };
  return (
    <Form onSubmit={handleSubmit} onKeyDown={handleKey} noValidate>
      <PresetList chosen={presetOf(form, today)} onChoose={(preset) => change(formOf(preset, today))} />
      <Side>
        <FilterFields form={form} today={today} onChange={change} />
        <Days>
          <RangeCalendar
            key={turn}
            span={span}
            compared={compares ? before : null}
            today={today}
            count={months}
            onChoose={choose}
          />
        </Days>
        <Foot>
          <Switch label={t('dashboard.compare')} isOn={compares} onChange={setCompares} />
          <span>
            {before === null
              ? t('dashboard.compare.none')
              : t('dashboard.compare.before', { dates: spanText(before, today, locale, 'short') })}
          </span>
          <Button variant="secondary" onClick={onCancel}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" isBusy={isBusy}>
            {t('dashboard.filter.apply')}
          </Button>
        </Foot>
      </Side>
    </Form>
  );
}
