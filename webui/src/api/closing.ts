import { queryOptions } from '@tanstack/react-query';
import { api } from './client';
import { pageKeys } from './pageKeys';
import type { Setting } from './types';

/** Whether a reason is asked for when a ticket is closed. */
export type Asked = 'disabled' | 'optional' | 'required';
export const ASKED: readonly Asked[] = ['disabled', 'optional', 'required'];
export const CLOSING_SETTING = 'closingReason';

export const closingReasonsOptions = queryOptions({
  queryKey: pageKeys.closingReasons,
  queryFn: ({ signal }) => api.get('/closing-reasons', { signal }),
});

/** What is not set, or not understood, asks for nothing. */
export function askedOf(settings: readonly Setting[]): Asked {
  const value = settings.find((each) => each.key === CLOSING_SETTING)?.value;
  return ASKED.find((each) => each === value) ?? 'disabled';
}
