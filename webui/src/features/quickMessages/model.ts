import * as v from 'valibot';
import type { QuickMessage } from '@/api/types';
import type { MessageId } from '@/i18n';

/** What a text message may have, less the signature. */
export const MESSAGE_MAX = 4000;

export interface QuickMessageForm {
  shortcode: string;
  message: string;
  geral: boolean;
  status: boolean;
}

/** A145: for oneself and switched on, unless somebody says otherwise. */
export const toForm = (record: QuickMessage | null): QuickMessageForm => ({
  shortcode: record?.shortcode ?? '',
  message: record?.message ?? '',
  geral: record?.geral ?? false,
  status: record?.status ?? true,
});

/** A082. The texts are the ids of translations; the slash is typed in the composer and is no part of the code. */
export const quickMessageSchema = v.object({
  shortcode: v.pipe(
    v.string(),
    v.transform((text) => text.trim().replace(/^\/+/, '')),
    v.nonEmpty('common.required' satisfies MessageId),
    v.maxLength(50, 'quick.long' satisfies MessageId),
  ),
  message: v.pipe(v.string(), v.maxLength(MESSAGE_MAX, 'quick.long' satisfies MessageId)),
  geral: v.boolean(),
  status: v.boolean(),
});
