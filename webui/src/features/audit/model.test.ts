import { describe, expect, it } from 'vitest';
import type { AuditRecord } from '@/api/types';
import { actionOf, subjectOf, valueText } from './model';

describe('a record of an action', () => {
  it('has a word for what is known, and none for what is not', () => {
    const record = { entity: 'queue', action: 'update' } as AuditRecord;
    expect([subjectOf(record), actionOf(record)]).toEqual(['queue', 'update']);
    const later = { entity: 'spaceship', action: 'launch' } as AuditRecord;
    expect([subjectOf(later), actionOf(later)]).toEqual([null, null]);
  });

  it('shows values as people read them', () => {
    expect(valueText('Vendas')).toBe('Vendas');
    expect(valueText(false)).toBe('false');
    expect(valueText([1, 2])).toBe('[1,2]');
    expect(valueText(null)).toBe('');
  });
});
