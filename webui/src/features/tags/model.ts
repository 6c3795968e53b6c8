import * as v from 'valibot';
import type { TagDetails } from '@/api/types';
import { PALETTE } from '@/ui/palette';

export interface TagForm {
  name: string;
  color: string;
  kanban: boolean;
}

export const toForm = (tag: TagDetails | null): TagForm => ({
  name: tag?.name ?? '',
  color: tag?.color ?? PALETTE[0],
  kanban: tag?.kanban === 1,
});

/** A078. The texts are the ids of translations. */
export const tagSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required'),
    v.minLength(3, 'tags.short'),
    v.maxLength(50, 'tags.long'),
  ),
  color: v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i, 'common.required')),
  kanban: v.boolean(),
});
