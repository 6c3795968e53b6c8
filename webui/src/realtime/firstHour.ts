import type { QueryClient } from '@tanstack/react-query';
import { keys } from '@/api/keys';
import type { FirstHour } from '@/api/types';
import type { Entity } from './events';

/** What may do a step of a company's first hour. */
const SIGNS: ReadonlySet<Entity> = new Set([
  'whatsapp',
  'whatsappSession',
  'queue',
  'user',
  'settings',
  'ticket',
  'appMessage',
]);

/** Its steps tick by what happens: as long as they are not done, they are asked for again. */
export function renewFirstHour(client: QueryClient, entities: readonly Entity[]): void {
  const known = client.getQueryState<FirstHour>(keys.firstHour);
  if (!known || known.data?.state === 'over') return;
  if (entities.some((entity) => SIGNS.has(entity))) void client.invalidateQueries({ queryKey: keys.firstHour });
}
