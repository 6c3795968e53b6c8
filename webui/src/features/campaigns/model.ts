/** What the pages know of campaigns. Pure. */
import * as v from 'valibot';
import type {
  Campaign,
  CampaignBody,
  CampaignCounts,
  CampaignNumber,
  CampaignStanding,
  CampaignTemplate,
  CampaignVariable,
  ForecastBody,
  RecipientState,
  Setting,
  TemplateChoice,
} from '@/api/types';
import type { MessageId } from '@/i18n';
import { fromField, toField } from '@/lib/dates';
import type { Tone } from '@/ui/Pill';

const NAME_MAX = 50;
const CAP_MAX = 100_000;
/** Numbers of one campaign. */
export const NUMBERS_MAX = 10;
export const NUMBERS = [1, 2, 3, 4, 5] as const;
export type TextNumber = (typeof NUMBERS)[number];

/** A066: a campaign that is scheduled is written until an hour before it begins. */
const STILL_WRITTEN_MS = 3_600_000;

/** Rule B11: what should have begun so long ago begins by itself no more. */
const MISSED_MS = 86_400_000;

type Planned = Pick<Campaign, 'status' | 'scheduledAt'>;

/** Whether its time has passed without it: a person begins it, or writes another time. */
export const isMissed = ({ status, scheduledAt }: Planned, now: number) =>
  status === 'PROGRAMADA' && scheduledAt !== null && now - Date.parse(scheduledAt) >= MISSED_MS;

/** A066: what may be written of a campaign; a cancelled one still takes texts, and one whose time was missed. */
export function isEditable(campaign: Planned, now: number): boolean {
  const { status, scheduledAt } = campaign;
  if (status === 'INATIVA' || status === 'CANCELADA' || isMissed(campaign, now)) return true;
  return status === 'PROGRAMADA' && scheduledAt !== null && Date.parse(scheduledAt) - now > STILL_WRITTEN_MS;
}

/** Whether it has written to somebody, or could have. */
export const hasBegun = ({ status }: Pick<Campaign, 'status'>) => status !== 'INATIVA' && status !== 'PROGRAMADA';

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

/** The ways to stand that the list can be narrowed to, in the order of their chips. */
export const STANDINGS = [
  'EM_ANDAMENTO',
  'PROGRAMADA',
  'PAUSADA',
  'INATIVA',
  'FINALIZADA',
  'CANCELADA',
] as const satisfies readonly CampaignStanding[];

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

/** The bar's parts from the left: who got furthest, then who got no further, then who still waits. */
const SHARES = ['read', 'delivered', 'sent', 'optedOut', 'failed', 'unknown', 'queued', 'pending'] as const;

/** How everybody who is written to stands, without parts that nobody is in; who waits for his answer waits. */
export const sharesOf = (counts: CampaignCounts) =>
  SHARES.map((state) => ({
    state,
    count: state === 'pending' ? counts.pending + counts.confirmRequested + counts.confirmed : counts[state],
  })).filter(({ count }) => count > 0);

export const tilesOf = (counts: CampaignCounts): RecipientState[] =>
  TILES.filter((state) => ALWAYS.includes(state) || counts[state] > 0);

/** Words by which a text says how to get no more of it, of those that the server hears and that mean nothing else in a text. */
const OPT_OUT = /\b(sair|parar|pare|stop|baja|descadastrar|unsubscribe)\b/i;

const textKeys = NUMBERS.map((number) => `message${number}` as const);
const confirmationKeys = NUMBERS.map((number) => `confirmationMessage${number}` as const);
export type TextKey = (typeof textKeys)[number] | (typeof confirmationKeys)[number];

export interface CampaignForm extends Record<TextKey, string> {
  name: string;
  /** What goes in the places of the texts to those who have not written for a day, by official numbers. */
  templates: readonly CampaignTemplate[];
  confirmation: boolean;
  scheduledAt: string;
  /** In their turn; the first one is the campaign's own. */
  whatsappIds: number[];
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
    templates: record?.templates ?? [],
    confirmation: record?.confirmation ?? false,
    scheduledAt: record?.scheduledAt ? toField(new Date(record.scheduledAt)) : '',
    whatsappIds: record?.whatsappIds ?? [],
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

/** A name that says that it is a copy, within its 50 characters. */
export function copyName(name: string, copy: string): string {
  const end = ` (${copy})`;
  return `${name.slice(0, NAME_MAX - end.length).trimEnd()}${end}`;
}

/** The form of a copy: it goes to the same people, and begins when somebody says so. */
export const toCopy = (record: Campaign, copy: string): CampaignForm => ({
  ...toForm(record),
  name: copyName(record.name, copy),
  scheduledAt: '',
  tagListId: '',
});

/** What its forecast is made of. */
export function forecastBody(form: CampaignForm, record: Campaign | null): ForecastBody {
  const { whatsappIds, contactListId, tagListId, scheduledAt, dailyCap, window } = bodyOf(form, record);
  return {
    whatsappIds: whatsappIds ?? [],
    contactListId: contactListId ?? null,
    tagListId: tagListId ?? null,
    scheduledAt: scheduledAt ?? null,
    dailyCap: dailyCap !== null && dailyCap !== undefined && dailyCap <= CAP_MAX ? dailyCap : null,
    window: window && window.weekdays.length > 0 && window.start < window.end ? window : null,
  };
}

/** A span in the largest unit that says something. */
export function durationOf(ms: number): { unit: 'minutes' | 'hours' | 'daysLong'; count: number } {
  const minutes = Math.max(1, Math.round(ms / 60_000));
  if (minutes < 120) return { unit: 'minutes', count: minutes };
  const hours = Math.round(minutes / 60);
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'daysLong', count: Math.round(hours / 24) };
}

export type NumberStanding = 'stopped' | 'down' | 'warming' | 'ready';

export const NUMBER_TONES: Record<NumberStanding, Tone> = {
  stopped: 'warning',
  down: 'danger',
  warming: 'info',
  ready: 'success',
};

/** How a number stands for sending in bulk. */
export function numberStanding({ status, stoppedCampaignId, warmUp }: CampaignNumber): NumberStanding {
  if (stoppedCampaignId !== null) return 'stopped';
  if (status !== 'CONNECTED') return 'down';
  return warmUp === null ? 'ready' : 'warming';
}

/** The template in the place of a text by a number. */
export const templateOf = (all: readonly CampaignTemplate[], text_: TextKey, number: number): CampaignTemplate | null =>
  all.find(({ text, whatsappId }) => text === text_ && whatsappId === number) ?? null;

/** These templates with another one in the place of a text by a number, or none. */
export function withTemplate(
  all: readonly CampaignTemplate[],
  text_: TextKey,
  number: number,
  choice: TemplateChoice | null,
): readonly CampaignTemplate[] {
  const rest = all.filter((each) => each.text !== text_ || each.whatsappId !== number);
  if (choice === null) return rest;
  return [...rest, { text: text_, whatsappId: number, templateId: choice.templateId, values: choice.values }];
}

/** Official numbers alone reach everybody: nobody's number has to be looked up before. */
export const areOfficial = (connections: readonly { provider: string }[]) =>
  connections.length > 0 && connections.every(({ provider }) => provider === 'cloud');

/** What is sent of a form. The tag makes a list of its own, once; the list that is there stays otherwise. */
export function bodyOf(form: CampaignForm, record: Campaign | null): CampaignBody {
  const texts = Object.fromEntries([...textKeys, ...confirmationKeys].map((key) => [key, form[key]]));
  const isNewTag = form.tagListId !== idText(record?.tagListId) && form.tagListId !== '';
  return {
    ...(texts as Record<TextKey, string>),
    name: form.name.trim(),
    templates: form.templates.filter(({ whatsappId }) => form.whatsappIds.includes(whatsappId)),
    confirmation: form.confirmation,
    scheduledAt: form.scheduledAt === '' ? null : fromField(form.scheduledAt).toISOString(),
    whatsappIds: form.whatsappIds,
    ...(isNewTag ? { tagListId: idOf(form.tagListId) } : { contactListId: idOf(form.contactListId) }),
    fileListId: idOf(form.fileListId),
    dailyCap: idOf(form.dailyCap.trim()),
    window: form.hasWindow
      ? { weekdays: form.weekdays, start: form.start, end: form.end, skipHolidays: form.skipHolidays }
      : null,
  };
}

const text = v.pipe(v.string(), v.maxLength(4096, 'campaigns.textLong' satisfies MessageId));
const textEntries = Object.fromEntries([...textKeys, ...confirmationKeys].map((key) => [key, text]));

/** A083. The texts are the ids of translations. */
export const campaignSchema: v.GenericSchema<CampaignForm> = v.object({
  ...(textEntries as Record<TextKey, typeof text>),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(2, 'campaigns.short' satisfies MessageId),
    v.maxLength(NAME_MAX, 'campaigns.long' satisfies MessageId),
  ),
  templates: v.custom<readonly CampaignTemplate[]>(Array.isArray),
  confirmation: v.boolean(),
  scheduledAt: v.string(),
  whatsappIds: v.array(v.number()),
  contactListId: v.string(),
  tagListId: v.string(),
  fileListId: v.string(),
  dailyCap: v.pipe(v.string(), v.trim(), v.regex(/^(|[1-9]\d{0,4}|100000)$/, 'campaigns.capRange' satisfies MessageId)),
  hasWindow: v.boolean(),
  weekdays: v.array(v.number()),
  start: v.string(),
  end: v.string(),
  skipHolidays: v.boolean(),
});

export interface Check {
  id: 'texts' | 'alike' | 'list' | 'valid' | 'connection' | 'connected' | 'official' | 'optOut' | 'time';
  level: 'ok' | 'warning' | 'error';
  count?: number;
}

interface Facts {
  list: { validCount: number } | null;
  /** A tag makes the list when it is saved. */
  hasTag: boolean;
  /** The chosen numbers. */
  connections: readonly { id: number; status: string; provider: string }[];
  now: number;
}

/** Two texts that share so much of their words read alike: a number that repeats itself is closed. */
const ALIKE = 0.8;

const wordsOf = (text_: string) =>
  text_
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');

/** How much of their words two texts share, from 0 to 1. */
export function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.length + right.length === 0) return 1;
  const rest = [...right];
  const common = left.filter((word) => {
    const at = rest.indexOf(word);
    if (at >= 0) rest.splice(at, 1);
    return at >= 0;
  });
  return (2 * common.length) / (left.length + right.length);
}

const areAlike = (texts: readonly string[]) =>
  texts.some((one, index) => texts.slice(index + 1).some((other) => likeness(one, other) >= ALIKE));

/** "Antes de começar": errors keep a campaign from being started, warnings do not. */
export function checksOf(form: CampaignForm, { list, hasTag, connections, now }: Facts): Check[] {
  const texts = textKeys.filter((key) => form[key].trim() !== '');
  const official = connections.filter(({ provider }) => provider === 'cloud');
  const has = (key: TextKey, { id }: { id: number }) => templateOf(form.templates, key, id) !== null;
  const written = textKeys.filter((key) => texts.includes(key) || official.some((number) => has(key, number)));
  const checks: Check[] = [{ id: 'texts', level: written.length > 0 ? 'ok' : 'error', count: written.length }];
  if (texts.length > 1) {
    checks.push({ id: 'alike', level: areAlike(texts.map((key) => form[key])) ? 'warning' : 'ok' });
  }
  if (list) checks.push({ id: 'valid', level: list.validCount > 0 ? 'ok' : 'error', count: list.validCount });
  else checks.push({ id: 'list', level: hasTag ? 'ok' : 'error' });
  const up = connections.filter(({ status }) => status === 'CONNECTED').length;
  if (connections.length === 0) checks.push({ id: 'connection', level: 'error' });
  else checks.push({ id: 'connected', level: up === connections.length ? 'ok' : 'warning', count: up });
  if (official.length > 0) {
    const keys = form.confirmation ? confirmationKeys : textKeys;
    const areReady = official.every((number) => keys.some((key) => has(key, number)));
    checks.push({ id: 'official', level: areReady ? 'ok' : 'warning' });
  }
  if (texts.length > 0) {
    const isSaid = texts.every((key) => OPT_OUT.test(form[key]));
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
