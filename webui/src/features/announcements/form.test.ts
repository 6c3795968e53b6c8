import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import { announcementSchema, isPicture, toBody, toForm } from './form';

const problems = (input: object) => {
  const form = { ...toForm(null), title: 'Aviso', text: 'Às 22h.', ...input };
  return safeParse(announcementSchema, form).issues?.map((issue) => issue.message) ?? [];
};

describe('the form of an announcement', () => {
  // spec: A142
  it('begins with low priority, active, for every company and without end', () => {
    expect(toBody(toForm(null))).toEqual({
      title: '',
      text: '',
      priority: 3,
      status: true,
      companyId: null,
      visibleFrom: null,
      visibleUntil: null,
    });
  });

  // spec: A084
  it('needs a title and a text, and takes nothing but pictures', () => {
    expect(problems({})).toEqual([]);
    expect(problems({ title: ' ' })).toEqual(['common.required']);
    expect(problems({ text: '' })).toEqual(['common.required']);
    const named = (name: string) => isPicture(new File([], name));
    expect(['a.png', 'a.JPG', 'a.jpeg', 'a.gif', 'a.pdf', 'png'].map(named)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('ends after it begins', () => {
    const times = { visibleFrom: '2026-11-20T12:00', visibleUntil: '2026-11-20T12:00' };
    expect(problems(times)).toEqual(['announcements.order']);
    expect(problems({ ...times, visibleUntil: '2026-11-20T12:01' })).toEqual([]);
    expect(problems({ ...times, visibleFrom: '' })).toEqual([]);
  });
});
