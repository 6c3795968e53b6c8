import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '@/api/keys';
import { renewFirstHour } from './firstHour';

let client: QueryClient;
const isStale = () => client.getQueryState(keys.firstHour)?.isInvalidated;

beforeEach(() => {
  client = new QueryClient();
});

it('asks again after what may have done a step, and after nothing else', () => {
  client.setQueryData(keys.firstHour, { state: 'open' });
  renewFirstHour(client, ['tag', 'lookers']);
  expect(isStale()).toBe(false);
  renewFirstHour(client, ['tag', 'queue']);
  expect(isStale()).toBe(true);
});

it('leaves a company alone that has its first hour behind it', () => {
  client.setQueryData(keys.firstHour, { state: 'over' });
  renewFirstHour(client, ['appMessage', 'ticket']);
  expect(isStale()).toBe(false);
});
