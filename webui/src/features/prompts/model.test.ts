import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { Prompt } from '@/api/types';
import { translate } from '@/i18n';
import { promptSchema, toForm, toPayload, toTrial, VOICES, type PromptForm } from './model';

const good: PromptForm = { ...toForm(null), name: 'Vendas', queueId: '3', prompt: 'Você atende.', apiKey: 'sk-1' };
const problems = (input: Partial<PromptForm>) =>
  safeParse(promptSchema, { ...good, ...input }).issues?.map((issue) => issue.message) ?? [];

describe('a prompt', () => {
  // spec: A143
  it('begins with the defaults', () => {
    const { voice, maxTokens, temperature, maxMessages } = toForm(null);
    expect({ voice, maxTokens, temperature, maxMessages }).toEqual({
      voice: 'texto',
      maxTokens: '100',
      temperature: '1',
      maxMessages: '10',
    });
  });

  // spec: A143
  it('speaks with the neural voices of Brazilian Portuguese', () => {
    const names =
      'Francisca Antonio Brenda Donato Elza Fabio Giovanna Humberto Julio Leila Leticia Manuela Nicolau Thalita ' +
      'ThalitaMultilingual MacerioMultilingual Valerio Yara';
    expect(VOICES.map(({ label }) => label).join(' ')).toBe(names);
    for (const { label, value } of VOICES) expect(value).toBe(`pt-BR-${label}Neural`);
  });

  // spec: A087
  it('needs a queue', () => {
    expect(problems({ queueId: '' })).toEqual(['prompts.queueMissing']);
    expect(translate('prompts.queueMissing')).toBe('Informe o setor');
  });

  it('needs name, instructions and key, and numbers within their limits', () => {
    expect(problems({})).toEqual([]);
    for (const field of ['name', 'prompt', 'apiKey']) expect(problems({ [field]: ' ' })).toEqual(['common.required']);
    for (const wrong of [{ maxTokens: '0' }, { maxMessages: '101' }, { temperature: '2,1' }, { temperature: '' }]) {
      expect(problems(wrong)).toEqual(['prompts.numberWrong']);
    }
    expect(problems({ voice: 'pt-BR-YaraNeural' })).toEqual(['common.required', 'common.required']);
  });

  // spec: A050 A117
  it('sends all its fields, and is shown again as it is stored', () => {
    const stored = {
      name: 'Vendas',
      queueId: 3,
      prompt: 'Você atende.',
      model: 'llama3',
      apiKey: '••••••••0001',
      baseUrl: 'https://modelo.example/v1',
      maxTokens: 321,
      maxMessages: 7,
      temperature: 0.3,
      voice: 'pt-BR-YaraNeural',
      voiceKey: '••••••••0002',
      voiceRegion: 'brazilsouth',
    };
    expect(toPayload(toForm(stored as Prompt))).toEqual(stored);
  });

  it('sends numbers, and a trial without what is not tried', () => {
    expect(toPayload({ ...good, temperature: '0,3' })).toMatchObject({ queueId: 3, temperature: 0.3, maxTokens: 100 });
    expect(toTrial(good, null, ' ')).not.toHaveProperty('name');
  });
});
