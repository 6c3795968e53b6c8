import * as v from 'valibot';
import type { FileList } from '@/api/types';
import type { MessageId } from '@/i18n';
import type { FileChange } from '@/ui/FileField';

/** As many files as the server takes in one list, and in one upload. */
export const OPTIONS_MAX = 50;
const FILES_AT_ONCE = 10;

export interface OptionForm {
  /** Null until the server has it. */
  optionId: number | null;
  name: string;
  /** The name of the file that the server has. */
  known: string | null;
  /** What that file is, such as `image/png`. */
  mediaType: string | null;
  file: FileChange;
}

export interface FileListForm {
  name: string;
  message: string;
  options: OptionForm[];
}

export const newOption: OptionForm = { optionId: null, name: '', known: null, mediaType: null, file: 'keep' };

/** A027: what a file is, in one word: `image`, `audio`, `video`; anything else is a document. */
export const kindOf = (mediaType: string) => mediaType.split('/')[0] ?? '';

export const toForm = (record: FileList | null): FileListForm => ({
  name: record?.name ?? '',
  message: record?.message ?? '',
  options: (record?.options ?? []).map(({ id, name, fileName, mediaType }) => ({
    optionId: id,
    name,
    known: fileName,
    mediaType,
    file: 'keep',
  })),
});

/** What is neither named nor has a file is no option. One whose file was taken off begins anew, so that the old one goes. */
export const optionsOf = ({ options }: FileListForm) =>
  options
    .filter(
      ({ name, known, file }) => name.trim() !== '' || file instanceof File || (file === 'keep' && known !== null),
    )
    .map(({ optionId, name, known, file }) => {
      const fileName = file instanceof File ? file.name : known;
      const body = { name: (name.trim() || fileName || '').slice(0, 100) };
      return {
        body: optionId === null || file === null ? body : { ...body, id: optionId },
        file: file instanceof File ? file : null,
      };
    });

/** The new files with the options that they are for, as many at once as the server takes. */
export function uploadsOf(saved: FileList, files: readonly (File | null)[]) {
  const all = saved.options.flatMap(({ id, name }, index) => {
    const file = files[index];
    return file ? [{ id: String(id), name, file }] : [];
  });
  const some: { id: string[]; name: string[]; mediaType: string[]; files: File[] }[] = [];
  for (let start = 0; start < all.length; start += FILES_AT_ONCE) {
    const piece = all.slice(start, start + FILES_AT_ONCE);
    some.push({
      id: piece.map((each) => each.id),
      name: piece.map((each) => each.name),
      mediaType: piece.map((each) => each.file.type),
      files: piece.map((each) => each.file),
    });
  }
  return some;
}

/** A085. The texts are the ids of translations. */
export const fileListSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(3, 'files.short' satisfies MessageId),
    v.maxLength(100, 'files.long' satisfies MessageId),
  ),
  message: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.maxLength(4096, 'files.long' satisfies MessageId),
  ),
  options: v.array(v.custom<OptionForm>(() => true)),
});
