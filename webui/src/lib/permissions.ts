import type { PlanFlag, SessionUser } from '../state/session';

/** What a page, menu item or button needs. The server enforces it; pages only hide or disable. */
export interface Requirement {
  profile?: 'admin';
  super?: boolean;
  plan?: PlanFlag;
}

export function can(user: SessionUser, need: Requirement): boolean {
  if (need.profile === 'admin' && user.profile !== 'admin') return false;
  if (need.super && !user.super) return false;
  if (need.plan && !user.company.plan?.[need.plan]) return false;
  return true;
}

/** S084: the admin's static permissions. */
export type Permission =
  | 'dashboard:view'
  | 'drawer-admin-items:view'
  | 'tickets-manager:showall'
  | 'user-modal:editProfile'
  | 'user-modal:editQueues'
  | 'ticket-options:deleteTicket'
  | 'contacts-page:deleteContact'
  | 'connections-page:edit';

export function hasPermission(user: SessionUser, permission: Permission): boolean {
  if (permission === 'tickets-manager:showall') return user.profile !== 'user';
  return user.profile === 'admin';
}
