import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
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
    expect(VOICES[0]).toEqual({ value: 'pt-BR-FranciscaNeural', label: 'Francisca' });
    expect(VOICES.length).toBeGreaterThan(5);
    for (const each of VOICES) expect(each.value).toMatch(/^pt-BR-[A-Z][A-Za-z]+Neural$/);
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

  it('sends numbers, and a trial without what is not tried', () => {
    expect(toPayload({ ...good, temperature: '0,3' })).toMatchObject({ queueId: 3, temperature: 0.3, maxTokens: 100 });
    expect(toTrial(good, null, ' ')).not.toHaveProperty('name');
  });
});
