import { expect, it } from 'vitest';
import { makeUser } from '@/dev/signedIn';
import { hasPermission, type Permission } from './permissions';

const OF_ADMINS = [
  'dashboard:view',
  'drawer-admin-items:view',
  'tickets-manager:showall',
  'tickets:peek',
  'campaigns-page:edit',
  'user-modal:editProfile',
  'user-modal:editQueues',
  'ticket-options:deleteTicket',
  'contacts-page:deleteContact',
  'connections-page:addConnection',
  'connections-page:actionButtons',
  'connections-page:editOrDeleteConnection',
] as const satisfies readonly Permission[];

// spec: S084 A094 B18
it('are all of the admin, none of the attendant, and of the supervisor those of who leads', () => {
  const of = (profile: 'admin' | 'supervisor' | 'user') =>
    OF_ADMINS.filter((each) => hasPermission(makeUser({ profile }), each));
  expect(of('admin')).toEqual(OF_ADMINS);
  expect(of('user')).toEqual([]);
  expect(of('supervisor')).toEqual(['tickets-manager:showall', 'tickets:peek', 'connections-page:actionButtons']);
});
