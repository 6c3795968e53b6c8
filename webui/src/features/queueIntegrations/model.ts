import * as v from 'valibot';
import type { IntegrationCall, IntegrationKind, IntegrationUse, QueueIntegration } from '@/api/types';
import type { MessageId } from '@/i18n';
import { htmlLang, type Locale } from '@/state/locale';
import type { Tone } from '@/ui/Pill';

export const KINDS = ['webhook', 'n8n', 'typebot', 'dialogflow'] as const satisfies readonly IntegrationKind[];

/** What is written in the dialog; numbers as they are typed. Secrets are empty unless they are to be set anew. */
export interface IntegrationForm {
  type: IntegrationKind;
  name: string;
  urlN8N: string;
  secret: string;
  projectName: string;
  jsonContent: string;
  language: string;
  typebotSlug: string;
  typebotExpires: string;
  typebotDelayMessage: string;
  typebotKeywordFinish: string;
  typebotKeywordRestart: string;
  typebotUnknownMessage: string;
  typebotRestartMessage: string;
}

/** A144 */
const DELAY = 1000;
const EXPIRES = 1;
const LANGUAGE = 'pt-BR';

export const toForm = (record: QueueIntegration | null): IntegrationForm => ({
  type: record?.type ?? 'webhook',
  name: record?.name ?? '',
  urlN8N: record?.urlN8N ?? '',
  secret: '',
  projectName: record?.projectName ?? '',
  jsonContent: '',
  language: record?.language || LANGUAGE,
  typebotSlug: record?.typebotSlug ?? '',
  typebotExpires: String(record?.typebotExpires ?? EXPIRES),
  typebotDelayMessage: String(record?.typebotDelayMessage ?? DELAY),
  typebotKeywordFinish: record?.typebotKeywordFinish ?? '',
  typebotKeywordRestart: record?.typebotKeywordRestart ?? '',
  typebotUnknownMessage: record?.typebotUnknownMessage ?? '',
  typebotRestartMessage: record?.typebotRestartMessage ?? '',
});

/** The fields of a kind alone. */
export function toPayload(form: IntegrationForm) {
  const common = { type: form.type, name: form.name.trim() };
  const url = { urlN8N: form.urlN8N.trim() };
  const typed = (text: string) => text.trim() || undefined;
  switch (form.type) {
    case 'dialogflow':
      return {
        ...common,
        projectName: form.projectName.trim(),
        language: form.language.trim(),
        jsonContent: typed(form.jsonContent),
      };
    case 'typebot':
      return {
        ...common,
        ...url,
        typebotSlug: form.typebotSlug.trim(),
        typebotExpires: Number(form.typebotExpires),
        typebotDelayMessage: Number(form.typebotDelayMessage),
        typebotKeywordFinish: form.typebotKeywordFinish.trim(),
        typebotKeywordRestart: form.typebotKeywordRestart.trim(),
        typebotUnknownMessage: form.typebotUnknownMessage,
        typebotRestartMessage: form.typebotRestartMessage,
      };
    case 'n8n':
    case 'webhook':
      return { ...common, ...url, secret: typed(form.secret) };
  }
}

/** What is tried out: the dialog as it stands, over what is stored. */
export function toTrial(form: IntegrationForm, id: number | null, text: string) {
  const { type, urlN8N, typebotSlug, projectName, language, jsonContent, secret } = {
    ...form,
    ...toPayload(form),
  };
  return {
    integrationId: id,
    type,
    urlN8N,
    typebotSlug,
    projectName,
    language,
    jsonContent: jsonContent || undefined,
    secret: secret || undefined,
    text: text.trim() || undefined,
  };
}

const whole = (most: number) => (text: string) => /^\d+$/.test(text.trim()) && Number(text) <= most;
const number = (most: number) =>
  v.pipe(v.string(), v.check(whole(most), 'queueIntegrations.numberWrong' satisfies MessageId));
const text = (most: number) => v.pipe(v.string(), v.maxLength(most, 'queueIntegrations.long' satisfies MessageId));

const fields = v.object({
  type: v.picklist(KINDS),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(2, 'queueIntegrations.short' satisfies MessageId),
    v.maxLength(50, 'queueIntegrations.long' satisfies MessageId),
  ),
  urlN8N: text(2000),
  secret: text(200),
  projectName: text(200),
  jsonContent: text(20_000),
  language: text(20),
  typebotSlug: text(200),
  typebotExpires: number(525_600),
  typebotDelayMessage: number(20_000),
  typebotKeywordFinish: text(100),
  typebotKeywordRestart: text(100),
  typebotUnknownMessage: text(4096),
  typebotRestartMessage: text(4096),
});

const isAddress = (typed: string) => /^https?:\/\/\S+\.?\S*$/.test(typed.trim());

type Key = keyof IntegrationForm;

/** What a kind needs, as pairs of field and text. A stored key stays where none is typed. */
function needs(form: IntegrationForm, hasKey: boolean): [Key, MessageId][] {
  const missing = (...keys: Key[]): [Key, MessageId][] =>
    keys.filter((key) => form[key].trim() === '').map((key) => [key, 'common.required']);
  if (form.type === 'dialogflow') {
    return missing('projectName', 'language', ...(hasKey ? [] : (['jsonContent'] as const)));
  }
  const found = missing('urlN8N', ...(form.type === 'typebot' ? (['typebotSlug'] as const) : []));
  if (form.urlN8N.trim() !== '' && !isAddress(form.urlN8N)) found.push(['urlN8N', 'queueIntegrations.urlWrong']);
  return found;
}

/** A086, and what each kind needs. The texts are the ids of translations. */
export const integrationSchema = (hasKey: boolean) =>
  v.pipe(
    fields,
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const input = dataset.value;
      for (const [key, message] of needs(input, hasKey)) {
        addIssue({ message, path: [{ type: 'object', origin: 'value', input, key, value: input[key] }] });
      }
    }),
  );

/** What it calls, in a line. */
export function whereOf({ type, projectName, language, urlN8N, typebotSlug }: QueueIntegration) {
  if (type === 'dialogflow') return `${projectName} · ${language}`;
  return type === 'typebot' ? `${urlN8N} · ${typebotSlug}` : urlN8N;
}

/** Where an integration is used; nowhere, until that is known. */
export const withUse = ({ id }: QueueIntegration, uses: readonly IntegrationUse[]): IntegrationUse =>
  uses.find(({ integrationId }) => integrationId === id) ?? {
    integrationId: id,
    queues: [],
    connections: [],
    calls: 0,
    failed: 0,
  };

/** The queues and connections that it answers for. */
export const usersOf = ({ queues, connections }: IntegrationUse): ['queue' | 'connection', string][] => [
  ...queues.map((name): ['queue', string] => ['queue', name]),
  ...connections.map((name): ['connection', string] => ['connection', name]),
];

export function standingOf(use: IntegrationUse): 'failing' | 'unused' | 'active' {
  if (use.failed > 0) return 'failing';
  return usersOf(use).length === 0 ? 'unused' : 'active';
}

/** How many of a hundred calls were taken, as the language writes it; rounded down, so that one failure is no success. */
export function shareTaken({ calls, failed }: IntegrationUse, locale: Locale): string {
  const share = calls === 0 ? 100 : Math.floor(((calls - failed) / calls) * 1000) / 10;
  return new Intl.NumberFormat(htmlLang(locale), { maximumFractionDigits: 1 }).format(share);
}

/** How a call ended, at a glance. */
export function toneOf({ outcome, status }: IntegrationCall): Tone {
  if (outcome === 'taken') return 'success';
  return status === 429 ? 'warning' : 'danger';
}

/** Whom a call was about, while he and his ticket are there. */
export const subjectOf = ({ contactName, ticketId }: IntegrationCall) =>
  [contactName, ticketId === null ? null : `#${ticketId}`].filter((part) => part !== null).join(' ');

/** The calls for the same step about the same message, oldest first, among those that are known. */
export const triesOf = (call: IntegrationCall, known: readonly IntegrationCall[]) => {
  const tries = known.filter(({ delivery, step }) => delivery === call.delivery && step === call.step);
  return tries.length === 0 ? [call] : tries.toReversed();
};
