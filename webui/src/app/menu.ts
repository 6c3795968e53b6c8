import { MessagesSquare, Plug, type LucideIcon } from 'lucide-react';
import type { Requirement } from '../lib/permissions';
import { paths } from './paths';

export interface MenuItem {
  to: string;
  labelId: string;
  icon: LucideIcon;
  section: 'main' | 'admin';
  need?: Requirement;
}

/** S018: the side menu in its order. Who sees an item is decided by `need`. */
export const menu: readonly MenuItem[] = [
  { to: paths.tickets, labelId: 'shell.menu.tickets', icon: MessagesSquare, section: 'main' },
  {
    to: paths.connections,
    labelId: 'shell.menu.connections',
    icon: Plug,
    section: 'admin',
    need: { profile: 'admin' },
  },
];
