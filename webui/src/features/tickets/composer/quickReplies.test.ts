import { describe, expect, it } from 'vitest';
import type { QuickMessage } from '@/api/types';
import { quickLabel, quickMatches, quickQuery } from './quickReplies';

const reply = (shortcode: string, message = ''): QuickMessage => ({
  id: shortcode.length,
  shortcode,
  message,
  geral: true,
  status: true,
  isMedia: false,
  mediaUrl: null,
  mediaPath: null,
  mediaName: null,
  mediaMime: null,
  companyId: 1,
  userId: 1,
  createdAt: '2026-07-01T12:00:00Z',
  updatedAt: '2026-07-01T12:00:00Z',
});

describe('quick replies', () => {
  // spec: S036
  it('are looked for at a slash that begins the text', () => {
    expect(quickQuery('/p')).toEqual({ query: 'p', start: 0, end: 2 });
    expect(quickQuery('/troca grátis')?.query).toBe('troca grátis');
    expect(quickQuery('e/ou')).toBeNull();
    expect(quickQuery('/a\nb')).toBeNull();
  });

  it('are all there at a slash alone, and further on at the beginning of a code, up to the caret', () => {
    expect(quickQuery('/')?.query).toBe('');
    expect(quickQuery('Olá! /pra e mais', 9)).toEqual({ query: 'pra', start: 5, end: 9 });
    expect(quickQuery('Olá!\n/pra')).toEqual({ query: 'pra', start: 5, end: 9 });
    for (const text of ['3 / 4', 'sim /', 'https://x.example/a', '/etc/hosts é um arquivo\n']) {
      expect(quickQuery(text)).toBeNull();
    }
  });

  // spec: S036
  it('are found by the beginning of their code first, without case and accents', () => {
    const all = [reply('troca', 'Em até 30 dias'), reply('prazo', 'A troca leva 3 dias'), reply('Trocação')];
    expect(quickMatches(all, 'TROCA').map((each) => each.shortcode)).toEqual(['troca', 'Trocação', 'prazo']);
    expect(quickMatches(all, 'pix')).toEqual([]);
  });

  // spec: S036 S139
  it('have labels of at most 35 characters and an ellipsis', () => {
    expect(quickLabel(reply('oi', 'Olá!'))).toBe('oi - Olá!');
    expect(quickLabel(reply('só código'))).toBe('só código');
    const long = quickLabel(reply('prazo', '👍'.repeat(60)));
    expect([...long]).toHaveLength(36);
    expect(long.endsWith('…')).toBe(true);
  });
});
