import { QueryClient } from '@tanstack/react-query';
import { beforeEach, expect, it } from 'vitest';
import { keys } from '@/api/keys';
import { pageKeys } from '@/api/pageKeys';
import type { Viewer } from '../membership';
import { perform } from './handler';
import { settingsHandler } from './settings';

const attendant: Viewer = { id: 1, profile: 'user', queueIds: [], seesUnqueued: false };
const told = (key: string) => ({ action: 'update', setting: { key, value: 'enabled' } }) as const;
let client: QueryClient;
const known = () => [pageKeys.contact(7), keys.outgoing(9)].map((key) => client.getQueryData(key));

beforeEach(() => {
  client = new QueryClient();
  client.setQueryData(pageKeys.contact(7), 'shown');
  client.setQueryData(keys.outgoing(9), 'on its way');
});

it('makes an attendant forget the numbers that he was shown, and nothing that he sends', () => {
  perform(settingsHandler, client, told('hideNumbers'), attendant);
  expect(known()).toEqual([undefined, 'on its way']);
});

it('leaves everything to those who lead, and under other settings', () => {
  perform(settingsHandler, client, told('hideNumbers'), { ...attendant, profile: 'supervisor' });
  perform(settingsHandler, client, told('userRating'), attendant);
  expect(known()).toEqual(['shown', 'on its way']);
});
