import * as v from 'valibot';
import type { Prompt } from '@/api/types';
import type { MessageId } from '@/i18n';

/** The word of a prompt that writes and does not speak. */
export const NO_VOICE = 'texto';
/** A143: the voices of Azure for Brazilian Portuguese. */
export const VOICES = [
  'Francisca',
  'Antonio',
  'Brenda',
  'Donato',
  'Elza',
  'Fabio',
  'Giovanna',
  'Humberto',
  'Julio',
  'Leila',
  'Leticia',
  'Manuela',
  'Nicolau',
  'Thalita',
  'ThalitaMultilingual',
  'MacerioMultilingual',
  'Valerio',
  'Yara',
].map((name) => ({ value: `pt-BR-${name}Neural`, label: name }));

/** What is written in the dialog; numbers as they are typed. Stored keys stand there masked. */
export interface PromptForm {
  name: string;
  queueId: string;
  prompt: string;
  model: string;
  apiKey: string;
  baseUrl: string;
  maxTokens: string;
  maxMessages: string;
  temperature: string;
  voice: string;
  voiceKey: string;
  voiceRegion: string;
}

/** A143 */
export const toForm = (record: Prompt | null): PromptForm => ({
  name: record?.name ?? '',
  queueId: String(record?.queueId ?? ''),
  prompt: record?.prompt ?? '',
  model: record?.model ?? '',
  apiKey: record?.apiKey ?? '',
  baseUrl: record?.baseUrl ?? '',
  maxTokens: String(record?.maxTokens ?? 100),
  maxMessages: String(record?.maxMessages ?? 10),
  temperature: String(record?.temperature ?? 1),
  voice: record?.voice ?? NO_VOICE,
  voiceKey: record?.voiceKey ?? '',
  voiceRegion: record?.voiceRegion ?? '',
});

const numberOf = (text: string) => Number(text.trim().replace(',', '.'));

export const toPayload = (form: PromptForm) => ({
  ...form,
  name: form.name.trim(),
  queueId: Number(form.queueId),
  maxTokens: numberOf(form.maxTokens),
  maxMessages: numberOf(form.maxMessages),
  temperature: numberOf(form.temperature),
});

/** What is tried out: the dialog as it stands, over what is stored. */
export function toTrial(form: PromptForm, id: number | null, text: string) {
  const { prompt, model, apiKey, baseUrl, maxTokens, temperature } = toPayload(form);
  return { promptId: id, prompt, model, apiKey, baseUrl, maxTokens, temperature, text: text.trim() || undefined };
}

const required = 'common.required' satisfies MessageId;
const text = (most: number) => v.pipe(v.string(), v.maxLength(most, 'prompts.long' satisfies MessageId));
const needed = (most: number) =>
  v.pipe(v.string(), v.trim(), v.nonEmpty(required), v.maxLength(most, 'prompts.long' satisfies MessageId));
const within = (pattern: RegExp, least: number, most: number) =>
  v.pipe(
    v.string(),
    v.check(
      (typed) => pattern.test(typed.trim()) && numberOf(typed) >= least && numberOf(typed) <= most,
      'prompts.numberWrong' satisfies MessageId,
    ),
  );

/** A087 and rule B15. The texts are the ids of translations. */
export const promptSchema = v.pipe(
  v.object({
    name: needed(100),
    queueId: v.pipe(v.string(), v.nonEmpty('prompts.queueMissing' satisfies MessageId)),
    prompt: needed(20_000),
    model: text(200),
    apiKey: needed(400),
    baseUrl: text(2000),
    maxTokens: within(/^\d+$/, 1, 4096),
    maxMessages: within(/^\d+$/, 1, 100),
    temperature: within(/^\d+([.,]\d+)?$/, 0, 2),
    voice: v.string(),
    voiceKey: text(400),
    voiceRegion: text(40),
  }),
  v.forward(
    v.check(({ voice, voiceKey }) => voice === NO_VOICE || voiceKey.trim() !== '', required),
    ['voiceKey'],
  ),
  v.forward(
    v.check(({ voice, voiceRegion }) => voice === NO_VOICE || voiceRegion.trim() !== '', required),
    ['voiceRegion'],
  ),
);
