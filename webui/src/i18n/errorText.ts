import { isMessageId, translate } from './useT';

/** A text whose id is not known here is the general one. */
const textOf = (id: string) => translate(isMessageId(id) ? id : 'common.failed');

/** The translated text of a server error code. */
export const errorText = (error: unknown) => textOf(`errors.${codeOf(error)}`);

/** The text of what is wrong with a field; its schema names it by an id. */
export const problemText = (id: string | undefined) => id && textOf(id);

function codeOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return null;
}
