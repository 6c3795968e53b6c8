import { ApiError, isRecord } from '@/api/error';
import { isMessageId, translate, type Values } from './useT';

/** A text whose id is not known here is the general one. */
const textOf = (id: string, values?: Values) => translate(isMessageId(id) ? id : 'common.failed', values);

/** The translated text of a server error code, with the number that the refusal tells. */
export const errorText = (error: unknown) => textOf(`errors.${codeOf(error)}`, { limit: limitOf(error) });

/** The text of what is wrong with a field; its schema names it by an id. */
export const problemText = (id: string | undefined) => id && textOf(id);

function codeOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return null;
}

/** Of what a plan allows. */
function limitOf(error: unknown) {
  const limit = error instanceof ApiError && isRecord(error.body) ? error.body.limit : undefined;
  return typeof limit === 'number' ? limit : undefined;
}
