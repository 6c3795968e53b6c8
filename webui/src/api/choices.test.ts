import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { api } from './client';
import { integrationsOptions } from './integrations';
import { promptsOptions } from './prompts';

afterEach(() => vi.restoreAllMocks());

/** Answers two pages, and what was asked for. */
function pages(of: 'prompts' | 'queueIntegrations') {
  const get = vi.spyOn(api, 'get');
  get.mockResolvedValueOnce({ [of]: [{ id: 1 }, { id: 2 }], count: 3, hasMore: true } as never);
  get.mockResolvedValueOnce({ [of]: [{ id: 3 }], count: 3, hasMore: false } as never);
  return () => get.mock.calls.map(([path, options]) => [path, (options as { query: object }).query]);
}

const asked = (path: string) => [1, 2].map((pageNumber) => [path, { pageNumber }]);

// spec: A101
it('offers all prompts to choose from, page by page', async () => {
  const calls = pages('prompts');
  const all = await new QueryClient().fetchQuery(promptsOptions);
  expect(all.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(calls()).toEqual(asked('/prompt'));
});

// spec: A101
it('offers all integrations to choose from, page by page', async () => {
  const calls = pages('queueIntegrations');
  const all = await new QueryClient().fetchQuery(integrationsOptions);
  expect(all.map(({ id }) => id)).toEqual([1, 2, 3]);
  expect(calls()).toEqual(asked('/queueIntegration'));
});
