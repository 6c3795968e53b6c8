import * as v from 'valibot';
import type { TagDetails } from '@/api/types';
import type { MessageId } from '@/i18n';
import { PALETTE } from '@/ui/palette';

export interface TagForm {
  name: string;
  color: string;
  kanban: boolean;
  /** As it is typed. */
  priority: string;
  /** Under which word lanes are chosen together on the board. */
  category: string;
}

/** Characters of a category that the server takes. */
const CATEGORY_MAX = 30;

export const toForm = (tag: TagDetails | null): TagForm => ({
  name: tag?.name ?? '',
  color: tag?.color ?? PALETTE[0],
  kanban: tag?.kanban === 1,
  priority: String(tag?.priority ?? 0),
  category: tag?.category ?? '',
});

/** A078. The texts are the ids of translations. */
export const tagSchema = v.object({
  name: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.minLength(3, 'tags.short' satisfies MessageId),
    v.maxLength(50, 'tags.long' satisfies MessageId),
  ),
  color: v.pipe(v.string(), v.regex(/^#[\da-f]{6}$/i, 'common.required' satisfies MessageId)),
  kanban: v.boolean(),
  priority: v.pipe(v.string(), v.trim(), v.regex(/^\d{1,4}$/, 'tags.field.priorityRange' satisfies MessageId)),
  category: v.pipe(v.string(), v.trim(), v.maxLength(CATEGORY_MAX, 'tags.long' satisfies MessageId)),
});
