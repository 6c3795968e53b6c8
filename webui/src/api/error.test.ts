import { expect, it } from 'vitest';
import { errorText } from '@/i18n';
import { toApiError } from './error';

// spec: A122
it.each([
  [{ error: 'Internal server error' }, 500],
  [{ error: 'ERR_NOBODY_KNOWS' }, 400],
  ['<html>502 Bad Gateway</html>', 502],
  [null, 503],
])('an error of the server that has no text of its own, as %o, has the general one', (body, status) => {
  const error = toApiError(status, body);
  expect(error.status).toBe(status);
  expect(errorText(error)).toBe(errorText('ERR_NOBODY_KNOWS'));
  expect(errorText(error)).toMatch(/^Ocorreu um erro/);
});
