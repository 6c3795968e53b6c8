import { i18n } from './i18n';
import { translate } from './useT';

/** The translated text of a server error code, or the general one for codes that are not known here. */
export function errorText(error: unknown): string {
  const code = codeOf(error);
  const id = `errors.${code}`;
  if (code && i18n.messages[id] !== undefined) return translate(id);
  return translate('common.failed');
}

function codeOf(error: unknown): string | null {
  if (typeof error === 'string') return error;
  if (typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string') {
    return error.code;
  }
  return null;
}
