/** What the pages know of campaigns. Pure. */
import * as v from 'valibot';
import type { Campaign, CampaignBody, CampaignCounts, CampaignVariable, RecipientState, Setting } from '@/api/types';
import type { MessageId } from '@/i18n';
import { fromField, toField } from '@/lib/dates';
import type { Tone } from '@/ui/Pill';

export const NUMBERS = [1, 2, 3, 4, 5] as const;
export type TextNumber = (typeof NUMBERS)[number];

/** A066: a campaign that is scheduled is written until an hour before it begins. */
const STILL_WRITTEN_MS = 3_600_000;

/** A066: what may be written of a campaign; a cancelled one still takes texts. */
export function isEditable({ status, scheduledAt }: Pick<Campaign, 'status' | 'scheduledAt'>, now: number): boolean {
  if (status === 'INATIVA' || status === 'CANCELADA') return true;
  return status === 'PROGRAMADA' && scheduledAt !== null && Date.parse(scheduledAt) - now > STILL_WRITTEN_MS;
}

/** On their phones, read or not. */
export const deliveredOf = ({ delivered, read }: CampaignCounts) => delivered + read;

/** A068: delivered over valid, in percent; null where there is nobody. */
export const progressOf = (counts: CampaignCounts): number | null =>
  counts.valid === 0 ? null : Math.min(100, Math.round((deliveredOf(counts) / counts.valid) * 100));

/** Nobody is asked for more than these, and those who still wait for their turn or their answer. */
export const remainingOf = ({ pending, confirmRequested, confirmed, queued }: CampaignCounts) =>
  pending + confirmRequested + confirmed + queued;

export type Standing = Campaign['status'] | 'PAUSADA' | 'PAUSA_AUTOMATICA';

/** The status as it is shown: a pause is a flag on one that runs. */
export function standingOf({ status, pausedAt, pausedReason }: Campaign): Standing {
  if (status !== 'EM_ANDAMENTO' || pausedAt === null) return status;
  return pausedReason === 'person' || pausedReason === null ? 'PAUSADA' : 'PAUSA_AUTOMATICA';
}

export const TONES: Record<Standing, Tone> = {
  INATIVA: 'neutral',
  PROGRAMADA: 'info',
  EM_ANDAMENTO: 'accent',
  PAUSADA: 'warning',
  PAUSA_AUTOMATICA: 'warning',
  CANCELADA: 'danger',
  FINALIZADA: 'success',
};

/** Whom the report can be filtered by, in the order of their tiles. */
export const TILES = [
  'pending',
  'confirmRequested',
  'confirmed',
  'queued',
  'sent',
  'delivered',
  'read',
  'failed',
  'optedOut',
  'skipped',
  'unknown',
] as const satisfies readonly RecipientState[];

/** Tiles that are always there; the others only with somebody behind them. */
const ALWAYS: readonly RecipientState[] = ['pending', 'sent', 'delivered', 'read', 'failed', 'optedOut'];

export const tilesOf = (counts: CampaignCounts): RecipientState[] =>
  TILES.filter((state) => ALWAYS.includes(state) || counts[state] > 0);

const textKeys = NUMBERS.map((number) => `message${number}` as const);
const confirmationKeys = NUMBERS.map((number) => `confirmationMessage${number}` as const);
export type TextKey = (typeof textKeys)[number] | (typeof confirmationKeys)[number];

export interface CampaignForm extends Record<TextKey, string> {
  name: string;
  confirmation: boolean;
  scheduledAt: string;
  whatsappId: string;
  contactListId: string;
  tagListId: string;
  fileListId: string;
  dailyCap: string;
  hasWindow: boolean;
  weekdays: number[];
  start: string;
  end: string;
  skipHolidays: boolean;
}

const idText = (id: number | null | undefined) => (id ? String(id) : '');
const idOf = (text: string) => (text === '' ? null : Number(text));

export function toForm(record: Campaign | null): CampaignForm {
  const texts = Object.fromEntries([...textKeys, ...confirmationKeys].map((key) => [key, record?.[key] ?? '']));
  const window = record?.window ?? null;
  return {
    ...(texts as Record<TextKey, string>),
    name: record?.name ?? '',
    confirmation: record?.confirmation ?? false,
    scheduledAt: record?.scheduledAt ? toField(new Date(record.scheduledAt)) : '',
    whatsappId: idText(record?.whatsappId),
    contactListId: idText(record?.contactListId),
    tagListId: idText(record?.tagListId),
    fileListId: idText(record?.fileListId),
    dailyCap: record?.dailyCap ? String(record.dailyCap) : '',
    hasWindow: window !== null,
    weekdays: window?.weekdays ?? [1, 2, 3, 4, 5],
    start: window?.start ?? '09:00',
    end: window?.end ?? '18:00',
    skipHolidays: window?.skipHolidays ?? true,
  };
}

/** What is sent of a form. The tag makes a list of its own, once; the list that is there stays otherwise. */
export function bodyOf(form: CampaignForm, record: Campaign | null): CampaignBody {
  const texts = Object.fromEntries([...textKeys, ...confirmationKeys].map((key) => [key, form[key]]));
  const isNewTag = form.tagListId !== idText(record?.tagListId) && form.tagListId !== '';
  return {
    ...(texts as Record<TextKey, string>),
    name: form.name.trim(),
    confirmation: form.confirmation,
    scheduledAt: form.scheduledAt === '' ? null : fromField(form.scheduledAt).toISOString(),
    whatsappId: idOf(form.whatsappId),
    ...(isNewTag ? { tagListId: idOf(form.tagListId) } : { contactListId: idOf(form.contactListId) }),
    fileListId: idOf(form.fileListId),
    dailyCap: idOf(form.dailyCap.trim()),
    window: form.hasWindow
      ? { weekdays: form.weekdays, start: form.start, end: form.end, skipHolidays: form.skipHolidays }
      : null,
  };
}

const text = v.pipe(v.string(), v.maxLength(4096, 'campaigns.textLong' satisfies MessageId));

/** A083. The texts are the ids of translations. */
export const campaignSchema = v.pipe(
  v.looseObject({
    name: v.pipe(
      v.string(),
      v.trim(),
      v.nonEmpty('common.required' satisfies MessageId),
      v.minLength(2, 'campaigns.short' satisfies MessageId),
      v.maxLength(50, 'campaigns.long' satisfies MessageId),
    ),
    ...Object.fromEntries([...textKeys, ...confirmationKeys].map((key) => [key, text])),
    dailyCap: v.pipe(
      v.string(),
      v.trim(),
      v.regex(/^(|[1-9]\d{0,4}|100000)$/, 'campaigns.capRange' satisfies MessageId),
    ),
  }),
);

export interface Check {
  id: 'texts' | 'list' | 'valid' | 'connection' | 'connected' | 'optOut' | 'time';
  level: 'ok' | 'warning' | 'error';
  count?: number;
}

interface Facts {
  list: { validCount: number } | null;
  /** A tag makes the list when it is saved. */
  hasTag: boolean;
  connection: { status: string } | null;
  now: number;
}

/** "Antes de começar": errors keep a campaign from being started, warnings do not. */
export function checksOf(form: CampaignForm, { list, hasTag, connection, now }: Facts): Check[] {
  const texts = textKeys.filter((key) => form[key].trim() !== '');
  const checks: Check[] = [{ id: 'texts', level: texts.length > 0 ? 'ok' : 'error', count: texts.length }];
  if (list) checks.push({ id: 'valid', level: list.validCount > 0 ? 'ok' : 'error', count: list.validCount });
  else checks.push({ id: 'list', level: hasTag ? 'ok' : 'error' });
  if (!connection) checks.push({ id: 'connection', level: 'error' });
  else checks.push({ id: 'connected', level: connection.status === 'CONNECTED' ? 'ok' : 'warning' });
  if (texts.length > 0) {
    const isSaid = texts.every((key) => /\b(sair|parar|stop)\b/i.test(form[key]));
    checks.push({ id: 'optOut', level: isSaid ? 'ok' : 'warning' });
  }
  if (form.scheduledAt !== '' && fromField(form.scheduledAt).getTime() <= now) {
    checks.push({ id: 'time', level: 'error' });
  }
  return checks;
}

/** The text as somebody reads it; words that nobody knows stay. */
export function filled(
  text_: string,
  person: { name: string; number: string; email: string },
  variables: readonly CampaignVariable[],
): string {
  const words = new Map(variables.map(({ key, value }) => [key, value]));
  words.set('nome', person.name).set('numero', person.number).set('email', person.email);
  return text_.replaceAll(/\{([^{}\s]+)\}/g, (whole, key: string) => words.get(key) ?? whole);
}

/** A141 */
export const MESSAGE_INTERVALS = [0, 5, 10, 15, 20];
export const OTHER_INTERVALS = [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120];

export interface ConfigForm {
  messageInterval: number;
  longerIntervalAfter: number;
  greaterInterval: number;
  variables: readonly CampaignVariable[];
}

/** A045: the settings of their rows, each value JSON text. */
export function configOf(rows: readonly Setting[]): ConfigForm {
  const read = (key: string): unknown => {
    const found = rows.find((row) => row.key === key)?.value;
    return found === undefined ? undefined : JSON.parse(found);
  };
  const number = (key: string, usual: number) => {
    const found = read(key);
    return typeof found === 'number' ? found : usual;
  };
  const variables = read('variables');
  return {
    messageInterval: number('messageInterval', 20),
    longerIntervalAfter: number('longerIntervalAfter', 20),
    greaterInterval: number('greaterInterval', 60),
    variables: Array.isArray(variables) ? (variables as CampaignVariable[]) : [],
  };
}

/** A083: a key that is there already is not added again. */
export function withVariable(
  variables: readonly CampaignVariable[],
  added: CampaignVariable,
): readonly CampaignVariable[] {
  const key = added.key.trim().replaceAll(/[{}\s]/g, '');
  if (key === '' || variables.some((each) => each.key === key)) return variables;
  return [...variables, { key, value: added.value }];
}
