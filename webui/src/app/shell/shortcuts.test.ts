import { describe, expect, it } from 'vitest';
import { isTyping, matches } from './shortcuts';

describe('commands', () => {
  it('are found by the beginnings of their words, without case and accents', () => {
    expect(matches('Respostas rápidas', 'rap')).toBe(true);
    expect(matches('Respostas rápidas', 'RÁ res')).toBe(true);
    expect(matches('Respostas rápidas', 'postas')).toBe(false);
    expect(matches('Tags', '')).toBe(true);
  });

  it('leave the keys of a text alone', () => {
    expect(isTyping(document.createElement('textarea'))).toBe(true);
    expect(isTyping(document.createElement('button'))).toBe(false);
    expect(isTyping(null)).toBe(false);
  });
});
