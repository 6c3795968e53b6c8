import { flatten, safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { tagSchema, toForm } from './model';

const nameProblem = (name: string) => {
  const result = safeParse(tagSchema, { ...toForm(null), name });
  return result.success ? null : flatten<typeof tagSchema>(result.issues).nested?.name?.[0];
};

// spec: S052 A078
describe('the form of a tag', () => {
  it('wants a name of at least three characters', () => {
    expect(nameProblem('')).toBe('common.required');
    expect(nameProblem(' ab ')).toBe('tags.short');
    expect(nameProblem('a'.repeat(51))).toBe('tags.long');
    expect(nameProblem('VIP')).toBeNull();
  });

  it('shows the tag that is changed', () => {
    expect(
      toForm({
        id: 1,
        name: 'VIP',
        color: '#b7791f',
        kanban: 1,
        priority: 7,
        category: 'Vendas',
        userId: 1,
        ticketsCount: 3,
      }),
    ).toEqual({
      name: 'VIP',
      color: '#b7791f',
      kanban: true,
      priority: '7',
      category: 'Vendas',
    });
  });
});
