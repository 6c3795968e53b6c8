import { describe, expect, it } from 'vitest';
import { sameName, tagsWith } from './tagChoices';

const tags = [
  { id: 1, name: 'Devolução', color: '#000000', priority: 0, category: '' },
  { id: 2, name: 'VIP', color: '#000000', priority: 0, category: '' },
];

// spec: S033 S104
describe('the tag editor', () => {
  it('finds names without case and accents', () => {
    expect(tagsWith(tags, 'DEVOLUCAO').map((tag) => tag.id)).toEqual([1]);
    expect(tagsWith(tags, '')).toEqual(tags);
    expect(tagsWith(tags, 'troca')).toEqual([]);
  });

  it('offers no second tag of the same name', () => {
    expect(sameName('vip', 'VIP')).toBe(true);
    expect(sameName('vip', 'VIPs')).toBe(false);
  });
});
