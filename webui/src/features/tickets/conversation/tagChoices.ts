import type { Tag } from '@/api/types';

/** A078: a tag's name has at least so many characters. */
export const MIN_TAG = 3;

const plain = (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** Whether two names are one, but for case and accents. */
export const sameName = (one: string, other: string) => plain(one) === plain(other);

/** The tags whose name has the text in it, without case and accents. */
export const tagsWith = (tags: readonly Tag[], text: string): readonly Tag[] => {
  const part = plain(text);
  return part === '' ? tags : tags.filter((tag) => plain(tag.name).includes(part));
};
