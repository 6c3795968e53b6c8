import { describe, expect, it } from 'vitest';
import { isEmojiOnly, parseText, plainText, safeHref, type TextNode } from './messageText';

const show = (nodes: TextNode[]): string =>
  nodes
    .map((node) => {
      if (node.kind === 'text') return node.text;
      if (node.kind === 'link') return `<a ${node.href}>${node.text}</a>`;
      if (node.kind === 'mono') return `<m>${node.text}</m>`;
      if (node.kind === 'item') return `<li ${node.mark}>${show(node.nodes)}</li>`;
      return `<${node.kind}>${show(node.nodes)}</${node.kind}>`;
    })
    .join('');
const read = (text: string) => show(parseText(text));

describe('text of messages', () => {
  it('reads the marks of the messenger and nests them', () => {
    expect(read('*Marina:*\nbom _dia ~ruim~_')).toBe(
      '<bold>Marina:</bold>\nbom <italic>dia <strike>ruim</strike></italic>',
    );
    expect(read('use ```a*b*c``` e `x_y_z`')).toBe('use <m>a*b*c</m> e <m>x_y_z</m>');
  });

  it('leaves marks inside words, open ones and sums alone', () => {
    for (const text of ['snake_case_name', '2*3*4', '*aberto', 'x * a *', '**', 'a * b * c', '*linha\noutra*']) {
      expect(read(text)).toBe(text);
    }
  });

  it('reads lists and quoted lines, each to the end of its line', () => {
    expect(read('Traga:\n- *RG*\n* CPF\n1. taxa\n> até _sexta_\nObrigado')).toBe(
      'Traga:\n<li •><bold>RG</bold></li><li •>CPF</li><li 1.>taxa</li><quote>até <italic>sexta</italic></quote>Obrigado',
    );
    expect(plainText('Traga:\n- *RG*\n- CPF\n> até sexta')).toBe('Traga: • RG • CPF até sexta');
    for (const text of ['-5 graus', 'a - b', '3 > 2', '->', '1.5 kg', '- ', 'x\n>y']) {
      expect(read(text)).toBe(text);
    }
  });

  it('links addresses without their punctuation, and only harmless schemes', () => {
    expect(read('veja https://loja.example/a_b_c?x=1.')).toBe(
      'veja <a https://loja.example/a_b_c?x=1>https://loja.example/a_b_c?x=1</a>.',
    );
    expect(read('escreva a ana@loja.example, ou tel:+5511988887777')).toBe(
      'escreva a <a mailto:ana@loja.example>ana@loja.example</a>, ou <a tel:+5511988887777>tel:+5511988887777</a>',
    );
    expect(read('javascript:alert(1) data:text/html,x file:///etc')).toBe(
      'javascript:alert(1) data:text/html,x file:///etc',
    );
    expect(safeHref('javascript:alert(1)')).toBeNull();
    expect(read('*veja https://x.example*')).toBe('<bold>veja <a https://x.example/>https://x.example</a></bold>');
  });

  it('keeps markup as text', () => {
    expect(read('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>');
    expect(parseText('<b>x</b>')).toEqual([{ kind: 'text', text: '<b>x</b>' }]);
  });

  it('makes a preview in one line and knows emoji that stand alone', () => {
    expect(plainText('*Marina:*\n  oi')).toBe('Marina: oi');
    expect(isEmojiOnly('💚')).toBe(true);
    expect(isEmojiOnly('👍🏽 👨‍👩‍👧')).toBe(true);
    expect(isEmojiOnly('oi 💚')).toBe(false);
    expect(isEmojiOnly('12')).toBe(false);
  });
});
