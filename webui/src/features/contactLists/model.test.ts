import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ContactListItem } from '@/api/types';
import { itemSchema, listSchema, validityOf } from './model';

const good = { name: 'Ana', number: '5511988887777', email: 'ana@exemplo.com' };
const problems = (input: object) =>
  safeParse(itemSchema, { ...good, ...input }).issues?.map((issue) => issue.message) ?? [];
const listProblems = (name: string) =>
  safeParse(listSchema, { name, tagId: '', searchParam: '', dateStart: '', dateEnd: '' }).issues?.map(
    (issue) => issue.message,
  ) ?? [];

const item = (part: Partial<ContactListItem>): ContactListItem => ({
  id: 1,
  name: 'Ana',
  number: '5511988887777',
  email: '',
  isWhatsappValid: null,
  checkedAt: null,
  contactListId: 1,
  companyId: 1,
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
  ...part,
});

describe('a contact list', () => {
  // spec: A081
  it('has a name of 2 to 50 characters', () => {
    expect(listProblems('ab')).toEqual([]);
    expect(listProblems(' a ')).toEqual(['contactLists.short']);
    expect(listProblems('')).toContain('common.required');
    expect(listProblems('x'.repeat(50))).toEqual([]);
    expect(listProblems('x'.repeat(51))).toEqual(['contactLists.long']);
  });

  // spec: A081
  it('takes people with a name, and number and e-mail that are right if they are given', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ number: '', email: '' })).toEqual([]);
    expect(problems({ number: '+55 (11) 98888-7777' })).toEqual([]);
    expect(problems({ number: '12345678' })).toEqual([]);
    for (const name of ['ab', 'x'.repeat(50)]) expect(problems({ name })).toEqual([]);
    expect(problems({ name: ' ' })).toContain('common.required');
    expect(problems({ name: 'a' })).toEqual(['contactLists.short']);
    expect(problems({ name: 'x'.repeat(51) })).toEqual(['contactLists.long']);
    const spaced = (length: number) => `+55 11 98888${'-'.repeat(length - 16)}7777`;
    expect(spaced(50)).toHaveLength(50);
    expect(problems({ number: spaced(50) })).toEqual([]);
    expect(problems({ number: spaced(51) })).toEqual(['contactLists.long']);
    expect(problems({ number: '1234567' })).toEqual(['contactLists.short']);
    expect(problems({ number: '1'.repeat(51) })).toContain('contactLists.long');
    expect(problems({ number: 'reservas' })).toEqual(['contactLists.invalidNumber']);
    expect(problems({ number: '+1 2-3-4' })).toEqual(['contactLists.invalidNumber']);
    expect(problems({ email: 'ana@' })).toEqual(['contactLists.invalidEmail']);
  });

  it('says how a number stands with WhatsApp', () => {
    const at = '2026-11-20T12:00:00Z';
    expect(validityOf(item({}))).toBe('waiting');
    expect(validityOf(item({ checkedAt: at }))).toBe('unanswered');
    expect(validityOf(item({ checkedAt: at, isWhatsappValid: true }))).toBe('valid');
    expect(validityOf(item({ checkedAt: at, isWhatsappValid: false }))).toBe('invalid');
    expect(validityOf(item({ number: '' }))).toBe('noNumber');
  });
});
