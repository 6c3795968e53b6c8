import { afterEach, expect, it } from 'vitest';
import { ApiError } from '@/api/error';
import { errorText } from './errorText';
import { activateLocale, i18n } from './i18n';

afterEach(() => i18n.activate('pt'));

const full = (code: string, limit: number) => new ApiError(code, 400, '', { error: code, limit });

it.each([
  ['pt', 'O plano permite 1 usuário no máximo.', 'O plano permite 3 filas no máximo.'],
  ['en', 'The plan allows at most 1 user.', 'The plan allows at most 3 queues.'],
  ['es', 'El plan permite 1 usuario como máximo.', 'El plan permite 3 colas como máximo.'],
] as const)('names in %s how many the plan allows', async (language, one, more) => {
  await activateLocale(language);
  expect(errorText(full('ERR_PLAN_LIMIT_USERS', 1))).toBe(one);
  expect(errorText(full('ERR_PLAN_LIMIT_QUEUES', 3))).toBe(more);
});

it('says of a code that it does not know what it says of any failure', () => {
  expect(errorText(new ApiError('ERR_UNHEARD_OF', 400, ''))).toBe(i18n._('common.failed'));
});
