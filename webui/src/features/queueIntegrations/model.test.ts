import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { QueueIntegration } from '@/api/types';
import { integrationSchema, toForm, toPayload, toTrial, type IntegrationForm } from './model';

const form = (more: Partial<IntegrationForm> = {}) => ({
  ...toForm(null),
  name: 'Pedidos',
  urlN8N: 'https://n8n.example/webhook/1',
  ...more,
});
const wrong = (value: object, hasKey = false) =>
  (safeParse(integrationSchema(hasKey), value).issues ?? []).map(({ path, message }) => [path?.[0]?.key, message]);

// spec: A086 A144
describe('integration form', () => {
  it('begins with the defaults of Typebot', () => {
    expect(toForm(null)).toMatchObject({ typebotDelayMessage: '1000', typebotExpires: '1' });
  });

  it.each([
    ['', 'common.required'],
    ['  ', 'common.required'],
    ['a', 'queueIntegrations.short'],
    [' a ', 'queueIntegrations.short'],
    ['a'.repeat(51), 'queueIntegrations.long'],
  ])('refuses the name "%s"', (name, message) => {
    expect(wrong(form({ name }))[0]).toEqual(['name', message]);
  });

  it.each(['ab', 'a'.repeat(50), ` ${'a'.repeat(50)} `])('takes the name "%s"', (name) => {
    expect(wrong(form({ name }))).toEqual([]);
  });

  it('asks each kind for what it needs', () => {
    expect(wrong(form())).toEqual([]);
    expect(wrong(form({ urlN8N: 'n8n.example' }))).toEqual([['urlN8N', 'queueIntegrations.urlWrong']]);
    expect(wrong(form({ type: 'typebot' }))).toEqual([['typebotSlug', 'common.required']]);
    const agent = form({ type: 'dialogflow', urlN8N: '', projectName: 'faq' });
    expect(wrong(agent)).toEqual([['jsonContent', 'common.required']]);
    expect(wrong(agent, true)).toEqual([]);
  });
});

it('sends the fields of its kind, and a secret only when one was typed', () => {
  expect(toPayload(form())).toEqual({ type: 'webhook', name: 'Pedidos', urlN8N: form().urlN8N, secret: undefined });
  expect(toPayload(form({ secret: ' s ' }))).toMatchObject({ secret: 's' });
  const agent = toPayload(form({ type: 'dialogflow', projectName: ' faq ' }));
  expect(agent).toEqual({
    type: 'dialogflow',
    name: 'Pedidos',
    projectName: 'faq',
    language: 'pt-BR',
    jsonContent: undefined,
  });
  expect(toTrial(form(), 7, ' ')).toMatchObject({ integrationId: 7, type: 'webhook', text: undefined });
});

// spec: A051 A118
describe('a flow of Typebot', () => {
  const typed = form({
    type: 'typebot',
    name: ' Triagem ',
    urlN8N: ' https://viewer.example ',
    typebotSlug: ' triagem ',
    typebotExpires: '30',
    typebotDelayMessage: '1500',
    typebotKeywordFinish: ' sair ',
    typebotKeywordRestart: ' de novo ',
    typebotUnknownMessage: 'Não entendi.',
    typebotRestartMessage: 'Vamos lá.',
  });
  const sent = {
    type: 'typebot',
    name: 'Triagem',
    urlN8N: 'https://viewer.example',
    typebotSlug: 'triagem',
    typebotExpires: 30,
    typebotDelayMessage: 1500,
    typebotKeywordFinish: 'sair',
    typebotKeywordRestart: 'de novo',
    typebotUnknownMessage: 'Não entendi.',
    typebotRestartMessage: 'Vamos lá.',
  };

  it('is sent with all its fields, numbers as numbers', () => {
    expect(toPayload(typed)).toEqual(sent);
  });

  it('is shown again as it is stored', () => {
    expect(toPayload(toForm(sent as QueueIntegration))).toEqual(sent);
  });
});

// spec: A118
it('tries an agent out with project, language and key', () => {
  const agent = form({ type: 'dialogflow', projectName: 'faq', language: 'pt-BR', jsonContent: '{"a":1}' });
  expect(toTrial(agent, null, 'Oi')).toMatchObject({
    integrationId: null,
    projectName: 'faq',
    language: 'pt-BR',
    jsonContent: '{"a":1}',
    text: 'Oi',
  });
});

// spec: A051
it('shows an agent again as it is stored, without its key', () => {
  const stored = { type: 'dialogflow', name: 'Agente', projectName: 'aurora-faq', language: 'es' };
  const shown = toForm({ ...stored, hasJsonContent: true } as QueueIntegration);
  expect(shown).toMatchObject({ ...stored, jsonContent: '' });
  expect(toPayload(shown)).toEqual({ ...stored, jsonContent: undefined });
});
