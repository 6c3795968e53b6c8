import CalendarDays from 'lucide-react/icons/calendar-days';
import {
  Suspense,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ChangeEvent,
  type ReactNode,
  type Ref,
} from 'react';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { readTyped, withMarks, writeTyped, type DateKind } from '@/lib/typedDates';
import { useLocale } from '@/state/locale';
import { Field } from './Field';
import { IconButton } from './IconButton';
import { Input } from './Input';
import { Popover } from './Popover';

const Calendar = lazyPart(() => import('./Calendar'), 'calendar');

const Box = styled.div`
  position: relative;

  & > input {
    font-variant-numeric: tabular-nums;
  }
  & > button {
    position: absolute;
    top: 4px;
    right: 4px;
  }
  & > input:not(:last-child) {
    padding-right: 36px;
  }
`;

/** The calendar's place while it arrives, so that the panel does not jump. */
const Space = styled.div`
  height: 320px;
`;

export interface DateFieldProps {
  label: string;
  /** `2026-11-26`, `2026-11-26T14:30` or `14:30`; empty for none. */
  value: string;
  /** Called with whole dates and with empty alone: what is half typed stays in the field. */
  onChange: (value: string) => void;
  onBlur?: () => void;
  /** The first and the last that may be chosen. */
  min?: string | undefined;
  max?: string | undefined;
  /** Whether it may be empty: the calendar then offers to clear it. */
  canBeEmpty?: boolean;
  name?: string;
  aside?: ReactNode;
  hint?: string | undefined;
  error?: string | undefined;
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement>;
}

interface Typed {
  text: string;
  /** The value that the form had of it; another one since then comes from elsewhere and is shown instead. */
  value: string;
}

/** What stands in the field, and what the form has of it. */
function useTyped({ value, onChange, min, max }: DateFieldProps, kind: DateKind) {
  const locale = useLocale();
  const [typed, setTyped] = useState<Typed | null>(null);
  const [isTold, setIsTold] = useState(false);
  const text = typed?.value === value ? typed.text : writeTyped(value, kind);
  const isWrong = readTyped(text, kind) === null;
  const give = (next: string) => {
    if (next !== value) onChange(next);
  };
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const { value: raw, selectionStart } = target;
    const grown = raw.length - text.length;
    const pasted = grown > 1 || /^\d{4}-/.test(raw) ? readTyped(raw, kind, true) : null;
    if (pasted) {
      setTyped(null);
      setIsTold(false);
      give(pasted);
      return;
    }
    // The marks come by themselves at the end; who mends the middle, or takes something away, knows what he does.
    const next = grown > 0 && selectionStart === raw.length ? withMarks(raw, kind) : raw;
    const read = readTyped(next, kind);
    setTyped({ text: next, value: read ?? value });
    if (read === null) return;
    setIsTold(false);
    give(read);
  };
  /** Takes what is done in full, and says what is wrong. */
  const finish = () => {
    const read = readTyped(text, kind, true);
    setIsTold(read === null);
    if (read === null) return;
    setTyped(null);
    give(read);
  };
  const choose = (next: string) => {
    setTyped(null);
    setIsTold(false);
    give(next);
  };
  const bound = !isWrong && value !== '' && (min && value < min ? 'min' : max && value > max ? 'max' : null);
  return { locale, text, isWrong, bound: bound || null, isTold, tell: () => setIsTold(true), change, finish, choose };
}

function TypedField({ kind, ...props }: DateFieldProps & { kind: DateKind }) {
  const { label, value, onBlur, min, max, canBeEmpty, name, aside, hint, error, disabled, ref } = props;
  const t = useT();
  const own = useRef<HTMLInputElement>(null);
  const typed = useTyped(props, kind);
  const { locale, isWrong, bound } = typed;
  const handleSubmit = useEffectEvent((event: Event) => {
    if (disabled || (!isWrong && bound === null)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    typed.tell();
    own.current?.focus();
  });
  // Synchronises with the form around it: the date it had before must not be saved in place of a wrong one.
  useEffect(() => {
    const form = own.current?.form;
    const listen = (event: Event) => handleSubmit(event);
    form?.addEventListener('submit', listen);
    return () => form?.removeEventListener('submit', listen);
  }, []);

  const boundText = () => {
    const limit = (bound === 'min' ? min : max) ?? '';
    return t(bound === 'min' ? 'common.date.min' : 'common.date.max', { date: writeTyped(limit, kind) });
  };
  const wrong = kind === 'time' ? 'common.date.wrongTime' : 'common.date.wrong';
  const pattern = kind === 'time' ? 'common.date.time' : 'common.date.pattern';
  const placeholder = kind === 'datetime' ? `${t(pattern)} ${t('common.date.time')}` : t(pattern);
  const problem = isWrong && typed.isTold ? t(wrong) : bound === null ? error : boundText();
  return (
    <Field label={label} aside={aside} hint={hint} error={problem}>
      {(control) => (
        <Box>
          <Input
            {...control}
            ref={(node) => {
              own.current = node;
              if (typeof ref === 'function') ref(node);
              else if (ref) ref.current = node;
            }}
            name={name}
            // letters are part of a time of twelve hours
            inputMode={kind === 'date' || locale !== 'en' ? 'numeric' : undefined}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            disabled={disabled}
            value={typed.text}
            onChange={typed.change}
            onKeyDown={(event) => event.key === 'Enter' && typed.finish()}
            onBlur={() => {
              typed.finish();
              onBlur?.();
            }}
          />
          {kind !== 'time' && (
            <Popover
              label={label}
              width={276}
              preload={Calendar.preload}
              trigger={
                <IconButton size="sm" label={t('common.date.open')} disabled={disabled}>
                  <CalendarDays />
                </IconButton>
              }
            >
              {(close) => (
                <Suspense fallback={<Space />}>
                  <Calendar
                    value={value}
                    kind={kind}
                    min={min}
                    max={max}
                    canBeEmpty={canBeEmpty === true && (value !== '' || isWrong)}
                    onChoose={typed.choose}
                    onClose={close}
                  />
                </Suspense>
              )}
            </Popover>
          )}
        </Box>
      )}
    </Field>
  );
}

/** A day: typed with the day first in every language (DECISIONS 140), or chosen in a calendar. */
export const DateField = (props: DateFieldProps) => <TypedField kind="date" {...props} />;

/** A day and its time of day. */
export const DateTimeField = (props: DateFieldProps) => <TypedField kind="datetime" {...props} />;

/** A time of day. */
export const TimeField = (props: DateFieldProps) => <TypedField kind="time" {...props} />;
