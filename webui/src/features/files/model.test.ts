import { safeParse } from 'valibot';
import { describe, expect, it } from 'vitest';
import type { FileList } from '@/api/types';
import { translate } from '@/i18n';
import { fileListSchema, newOption, optionsOf, toForm, uploadsOf } from './model';

const option = (id: number, fileName: string | null) => ({
  id,
  name: `Arquivo ${id}`,
  fileName,
  path: fileName,
  mediaType: null,
  mediaUrl: null,
});
const record = (...options: FileList['options']): FileList => ({
  id: 1,
  name: 'Catálogo',
  message: 'Segue.',
  options,
  createdAt: '2026-11-20T12:00:00Z',
  updatedAt: '2026-11-20T12:00:00Z',
});
const problems = (input: object) =>
  safeParse(fileListSchema, { ...toForm(record()), ...input }).issues?.map((issue) => issue.message) ?? [];

describe('a list of files', () => {
  // spec: A085
  it('has a name of three letters and a text', () => {
    expect(problems({ name: 'abc' })).toEqual([]);
    expect(problems({ name: ' ab ' })).toEqual(['files.short']);
    expect(translate('files.short')).toBe('nome muito curto');
    expect(problems({ name: '' })).toContain('common.required');
    expect(problems({ message: ' ' })).toEqual(['common.required']);
  });

  // spec: A049
  it('sends its options in their order, without empty ones', () => {
    const file = new File(['x'], 'contrato.pdf');
    const form = toForm(record(option(4, 'a.pdf'), option(5, null)));
    form.options.push({ ...newOption }, { ...newOption, file });
    expect(optionsOf(form).map(({ body }) => body)).toEqual([
      { id: 4, name: 'Arquivo 4' },
      { id: 5, name: 'Arquivo 5' },
      { name: 'contrato.pdf' },
    ]);
    expect(optionsOf(form).map((each) => each.file)).toEqual([null, null, file]);
  });

  it('lets a file go that was taken off', () => {
    const form = toForm(record(option(4, 'a.pdf')));
    const taken = form.options.map((each) => ({ ...each, file: null }));
    expect(optionsOf({ ...form, options: taken })).toEqual([{ body: { name: 'Arquivo 4' }, file: null }]);
  });

  it('brings at most ten files at once, each to its own option', () => {
    const saved = record(...Array.from({ length: 12 }, (_, index) => option(index + 1, null)));
    const files = saved.options.map(({ id }) => (id === 2 ? null : new File(['x'], `${id}.pdf`)));
    const uploads = uploadsOf(saved, files);
    expect(uploads.map((each) => each.id)).toEqual([['1', '3', '4', '5', '6', '7', '8', '9', '10', '11'], ['12']]);
    expect(uploads[0]?.files[1]?.name).toBe('3.pdf');
  });
});
