import { describe, expect, it } from 'vitest';
import { snippet, wordsOf } from './snippet';

const marked = (text: string, search: string) =>
  snippet(text, search)
    .map((part) => (part.isHit ? `[${part.text}]` : part.text))
    .join('');

// spec: S029
describe('what a search found', () => {
  it('is marked at the beginning of words, without case and accents', () => {
    expect(marked('O código não abre', 'CODIGO')).toBe('O [código] não abre');
    expect(marked('Rastreio do pedido', 'pedi')).toBe('Rastreio do [pedi]do');
    expect(marked('Rastreio', 'streio')).toBe('Rastreio');
    expect(marked('Pedido 48213', 'pedido: "48213"')).toBe('[Pedido] [48213]');
  });

  it('stands in one line with some words before it', () => {
    const long = `${'a '.repeat(60)}alvo\nno fim`;
    const text = marked(long, 'alvo');
    expect(text.startsWith('…')).toBe(true);
    expect(text.endsWith('[alvo] no fim')).toBe(true);
    expect([...text].length).toBeLessThan(60);
  });

  it('is nothing for signs alone', () => {
    expect(wordsOf('?! ')).toEqual([]);
    expect(marked('tudo bem?', '?')).toBe('tudo bem?');
  });
});
