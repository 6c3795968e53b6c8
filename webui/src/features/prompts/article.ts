import * as v from 'valibot';
import type { MessageId } from '@/i18n';

/** What is written of an article. */
export interface ArticleForm {
  title: string;
  text: string;
  isOn: boolean;
}

const needed = (most: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty('common.required' satisfies MessageId),
    v.maxLength(most, 'prompts.long' satisfies MessageId),
  );

export const articleSchema = v.object({ title: needed(120), text: needed(8000), isOn: v.boolean() });
