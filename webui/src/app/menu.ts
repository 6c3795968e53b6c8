import {
  BookUser,
  CalendarClock,
  CircleCheck,
  LayoutDashboard,
  ListTodo,
  MessageCircleMore,
  MessagesSquare,
  Plug,
  Settings,
  Tags,
  UsersRound,
  Waypoints,
  Zap,
  type LucideIcon,
} from 'lucide-react';
import type { MessageId } from '../i18n';
import type { Requirement } from '../lib/permissions';
import { paths } from './paths';

export interface MenuItem {
  to: string;
  labelId: MessageId;
  icon: LucideIcon;
  section: 'main' | 'admin';
  need?: Requirement;
  /** A dot while there is something unread behind it. */
  dot?: 'chats';
}

const forAdmins = { section: 'admin', need: { profile: 'admin' } } as const;

/** S018: the side menu in its order. Who sees an item is decided by `need`. */
export const menu: readonly MenuItem[] = [
  {
    to: paths.home,
    labelId: 'shell.menu.dashboard',
    icon: LayoutDashboard,
    section: 'main',
    need: { profile: 'admin' },
  },
  { to: paths.tickets, labelId: 'shell.menu.tickets', icon: MessagesSquare, section: 'main' },
  { to: paths.quickMessages, labelId: 'shell.menu.quickMessages', icon: Zap, section: 'main' },
  { to: paths.todo, labelId: 'shell.menu.todo', icon: ListTodo, section: 'main' },
  { to: paths.contacts, labelId: 'shell.menu.contacts', icon: BookUser, section: 'main' },
  { to: paths.tags, labelId: 'shell.menu.tags', icon: Tags, section: 'main' },
  { to: paths.users, labelId: 'shell.menu.users', icon: UsersRound, ...forAdmins },
  {
    to: paths.schedules,
    labelId: 'shell.menu.schedules',
    icon: CalendarClock,
    section: 'main',
    need: { plan: 'useSchedules' },
  },
  {
    to: paths.chats,
    labelId: 'shell.menu.chats',
    icon: MessageCircleMore,
    section: 'main',
    need: { plan: 'useInternalChat' },
    dot: 'chats',
  },
  {
    to: paths.closingReasons,
    labelId: 'shell.menu.closingReasons',
    icon: CircleCheck,
    section: 'admin',
    need: { profile: 'admin' },
  },
  {
    to: paths.connections,
    labelId: 'shell.menu.connections',
    icon: Plug,
    ...forAdmins,
  },
  { to: paths.queues, labelId: 'shell.menu.queues', icon: Waypoints, ...forAdmins },
  { to: paths.settings, labelId: 'shell.menu.settings', icon: Settings, ...forAdmins },
];
