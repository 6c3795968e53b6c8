import type { Requirement } from '@/lib/permissions';
import { paths } from './paths';
import type { MenuIconName } from './shell/MenuIcon';

export interface MenuItem {
  to: string;
  labelId: `shell.menu.${MenuIconName}`;
  icon: MenuIconName;
  section: 'main' | 'admin' | 'platform';
  need?: Requirement;
  /** A dot while something behind it waits for somebody. */
  dot?: 'chats' | 'connections';
}

const ofAdmins = { permission: 'drawer-admin-items:view' } as const;
const forAdmins = { section: 'admin', need: ofAdmins } as const;

/** S018: the side menu in its order. Who sees an item is decided by `need`. */
export const menu: readonly MenuItem[] = [
  {
    to: paths.home,
    labelId: 'shell.menu.dashboard',
    icon: 'dashboard',
    section: 'main',
    need: { permission: 'dashboard:view' },
  },
  { to: paths.tickets, labelId: 'shell.menu.tickets', icon: 'tickets', section: 'main' },
  {
    to: paths.board,
    labelId: 'shell.menu.board',
    icon: 'board',
    section: 'main',
    need: { plan: 'useKanban' },
  },
  { to: paths.quickMessages, labelId: 'shell.menu.quickMessages', icon: 'quickMessages', section: 'main' },
  { to: paths.todo, labelId: 'shell.menu.todo', icon: 'todo', section: 'main' },
  { to: paths.contacts, labelId: 'shell.menu.contacts', icon: 'contacts', section: 'main' },
  {
    to: paths.schedules,
    labelId: 'shell.menu.schedules',
    icon: 'schedules',
    section: 'main',
    need: { plan: 'useSchedules' },
  },
  { to: paths.tags, labelId: 'shell.menu.tags', icon: 'tags', section: 'main' },
  {
    to: paths.chats,
    labelId: 'shell.menu.chats',
    icon: 'chats',
    section: 'main',
    need: { plan: 'useInternalChat' },
    dot: 'chats',
  },
  { to: paths.helps, labelId: 'shell.menu.helps', icon: 'helps', section: 'main' },
  { to: paths.users, labelId: 'shell.menu.users', icon: 'users', ...forAdmins },
  {
    to: paths.closingReasons,
    labelId: 'shell.menu.closingReasons',
    icon: 'closingReasons',
    section: 'admin',
    need: ofAdmins,
  },
  {
    to: paths.connections,
    labelId: 'shell.menu.connections',
    icon: 'connections',
    section: 'admin',
    // supervisors restart numbers and pair phones
    need: { profile: 'supervisor' },
    dot: 'connections',
  },
  {
    to: paths.campaigns,
    labelId: 'shell.menu.campaigns',
    icon: 'campaigns',
    section: 'admin',
    // supervisors read how they go
    need: { profile: 'supervisor', plan: 'useCampaigns', campaigns: true },
  },
  {
    to: paths.contactLists,
    labelId: 'shell.menu.contactLists',
    icon: 'contactLists',
    section: 'admin',
    need: { ...ofAdmins, plan: 'useCampaigns', campaigns: true },
  },
  { to: paths.files, labelId: 'shell.menu.files', icon: 'files', ...forAdmins },
  { to: paths.queues, labelId: 'shell.menu.queues', icon: 'queues', ...forAdmins },
  {
    to: paths.integrations,
    labelId: 'shell.menu.queueIntegrations',
    icon: 'queueIntegrations',
    section: 'admin',
    need: { ...ofAdmins, plan: 'useIntegrations' },
  },
  {
    to: paths.prompts,
    labelId: 'shell.menu.prompts',
    icon: 'prompts',
    section: 'admin',
    need: { ...ofAdmins, plan: 'useOpenAi' },
  },
  { to: paths.invoices, labelId: 'shell.menu.billing', icon: 'billing', ...forAdmins },
  {
    to: paths.messagesApi,
    labelId: 'shell.menu.messagesApi',
    icon: 'messagesApi',
    section: 'admin',
    need: { ...ofAdmins, plan: 'useExternalApi' },
  },
  {
    to: paths.webhooks,
    labelId: 'shell.menu.webhooks',
    icon: 'webhooks',
    section: 'admin',
    need: { ...ofAdmins, plan: 'useExternalApi' },
  },
  { to: paths.settings, labelId: 'shell.menu.settings', icon: 'settings', ...forAdmins },
  { to: paths.audit, labelId: 'shell.menu.audit', icon: 'audit', ...forAdmins },
  {
    to: paths.announcements,
    labelId: 'shell.menu.announcements',
    icon: 'announcements',
    section: 'platform',
    need: { super: true },
  },
  {
    to: paths.operators,
    labelId: 'shell.menu.operators',
    icon: 'operators',
    section: 'platform',
    need: { super: true },
  },
];
