import type { FilterForm } from './model';
import { dayAfter, spanOf, type DaySpan } from './period';

/** What is chosen by one press; a number is the last so many days (S025). */
export const PRESETS = ['today', 'yesterday', 3, 7, 15, 30, 60, 90, 'month', 'lastMonth'] as const;
export type Preset = (typeof PRESETS)[number];

const firstOfMonth = (day: string) => `${day.slice(0, 8)}01`;

function datesOf(preset: 'yesterday' | 'month' | 'lastMonth', today: string): DaySpan {
  const first = firstOfMonth(today);
  if (preset === 'month') return { from: first, until: today };
  const last = dayAfter(preset === 'yesterday' ? today : first, -1);
  return { from: preset === 'yesterday' ? last : firstOfMonth(last), until: last };
}

/** What a preset asks for; the form of S025 has its days as dates too. */
export function formOf(preset: Preset, today: string): FilterForm {
  if (preset === 'yesterday' || preset === 'month' || preset === 'lastMonth')
    return { type: 'date', ...datesOf(preset, today), days: 0 };
  return withDates({ type: 'period', from: '', until: '', days: preset === 'today' ? 1 : preset }, today);
}

/** The last so many days with their dates; without a number it has none. */
export function withDates(form: FilterForm, today: string): FilterForm {
  if (form.type === 'date') return form;
  const span = form.days > 0 ? spanOf(form, today) : null;
  return { ...form, from: span?.from ?? '', until: span?.until ?? '' };
}

/** The preset that asks for the same; null when no one does. */
export function presetOf({ type, from, until, days }: FilterForm, today: string): Preset | null {
  const same = PRESETS.find((preset) => {
    const form = formOf(preset, today);
    if (form.type !== type) return false;
    return type === 'period' ? form.days === days : form.from === from && form.until === until;
  });
  return same ?? null;
}
