import type { PlanFlag, SessionUser } from '@/state/session';

/** What a page, menu item or button needs. The server enforces it; pages only hide or disable. */
export interface Requirement {
  /** This one or higher. */
  profile?: 'admin' | 'supervisor';
  permission?: Permission;
  super?: boolean;
  plan?: PlanFlag;
  /** The company has switched campaigns on. */
  campaigns?: true;
}

export function can(user: SessionUser, need: Requirement): boolean {
  if (need.profile === 'admin' && user.profile !== 'admin') return false;
  if (need.profile === 'supervisor' && user.profile === 'user') return false;
  if (need.permission && !hasPermission(user, need.permission)) return false;
  if (need.super && !user.super) return false;
  if (need.plan && !user.company.plan?.[need.plan]) return false;
  if (need.campaigns && !user.company.campaignsEnabled) return false;
  return true;
}

/** S084: the admin's static permissions. */
export type Permission =
  | 'dashboard:view'
  | 'drawer-admin-items:view'
  | 'tickets-manager:showall'
  | 'tickets:peek'
  | 'tags-page:edit'
  | 'quick-messages:share'
  | 'campaigns-page:edit'
  | 'user-modal:editProfile'
  | 'user-modal:editQueues'
  | 'ticket-options:deleteTicket'
  | 'contacts-page:deleteContact'
  | 'connections-page:addConnection'
  | 'connections-page:actionButtons'
  | 'connections-page:editOrDeleteConnection';

/** Those that supervisors have as well (rule B18). */
const OF_SUPERVISORS: readonly Permission[] = [
  'tickets-manager:showall',
  'tickets:peek',
  'tags-page:edit',
  'quick-messages:share',
  'connections-page:actionButtons',
];

export function hasPermission(user: SessionUser, permission: Permission): boolean {
  if (OF_SUPERVISORS.includes(permission)) return user.profile !== 'user';
  return user.profile === 'admin';
}
