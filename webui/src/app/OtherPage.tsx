import type { LazyPart } from '@/i18n/lazyPart';
import type { Requirement } from '@/lib/permissions';
import { Allowed } from './Allowed';
import { keepFocus } from './keepFocus';
import { lazyPage } from './lazyPage';
import { paths } from './paths';
import { preloadNear } from './preloadNear';
import { typeAhead } from './typeAhead';

interface Page {
  at: readonly string[];
  Page: LazyPart<object>;
  /** Who has not this is sent to the tickets. */
  need?: Requirement;
}

const forAdmins: Requirement = { permission: 'drawer-admin-items:view' };
const forCampaigns: Requirement = { ...forAdmins, plan: 'useCampaigns', campaigns: true };
const forCampaignReaders: Requirement = { profile: 'supervisor', plan: 'useCampaigns', campaigns: true };
const forSupers: Requirement = { super: true };

/** Every page inside the shell but the tickets. */
export const otherPages: readonly Page[] = [
  {
    at: [paths.home],
    Page: lazyPage(() => import('@/features/dashboard/DashboardPage'), 'dashboard', 'calendar'),
    need: { profile: 'supervisor' },
  },
  {
    at: [paths.ticketByNumberPattern],
    Page: lazyPage(() => import('@/features/tickets/TicketByNumberPage'), 'tickets'),
  },
  {
    at: [paths.board],
    Page: lazyPage(() => import('@/features/tickets/board/BoardPage'), 'board'),
    need: { plan: 'useKanban' },
  },
  {
    at: [paths.quickMessages],
    Page: lazyPage(() => import('@/features/quickMessages/QuickMessagesPage'), 'quick'),
  },
  { at: [paths.tags], Page: lazyPage(() => import('@/features/tags/TagsPage'), 'tags') },
  { at: [paths.todo], Page: lazyPage(() => import('@/features/todo/TodoPage'), 'todo') },
  { at: [paths.contacts], Page: lazyPage(() => import('@/features/contacts/ContactsPage'), 'contacts') },
  {
    at: [paths.schedules],
    Page: lazyPage(() => import('@/features/schedules/SchedulesPage'), 'schedules'),
    need: { plan: 'useSchedules' },
  },
  {
    at: [paths.chats, paths.chatPattern],
    Page: lazyPage(() => import('@/features/chats/ChatsPage'), 'chats'),
    need: { plan: 'useInternalChat' },
  },
  {
    at: [paths.campaigns],
    Page: lazyPage(() => import('@/features/campaigns/CampaignsPage'), 'campaigns', 'dialog'),
    need: forCampaignReaders,
  },
  {
    at: [paths.campaignReportPattern],
    Page: lazyPage(() => import('@/features/campaigns/ReportPage'), 'campaigns', 'dialog'),
    need: forCampaignReaders,
  },
  {
    at: [paths.campaignsConfig],
    Page: lazyPage(() => import('@/features/campaigns/ConfigPage'), 'campaigns', 'dialog'),
    need: forCampaigns,
  },
  {
    at: [paths.contactLists],
    Page: lazyPage(() => import('@/features/contactLists/ContactListsPage'), 'contactLists'),
    need: forCampaigns,
  },
  {
    at: [paths.contactListPattern],
    Page: lazyPage(() => import('@/features/contactLists/ListContactsPage'), 'contactLists', 'contacts'),
    need: forCampaigns,
  },
  { at: [paths.files], Page: lazyPage(() => import('@/features/files/FilesPage'), 'files'), need: forAdmins },
  {
    at: [paths.messagesApi],
    Page: lazyPage(() => import('@/features/messagesApi/MessagesApiPage'), 'messagesApi'),
    need: { ...forAdmins, plan: 'useExternalApi' },
  },
  {
    at: [paths.webhooks],
    Page: lazyPage(() => import('@/features/webhooks/WebhooksPage'), 'webhooks'),
    need: { ...forAdmins, plan: 'useExternalApi' },
  },
  { at: [paths.helps], Page: lazyPage(() => import('@/features/helps/HelpsPage'), 'helps') },
  {
    at: [paths.users],
    Page: lazyPage(() => import('@/features/users/UsersPage'), 'users', 'invitations'),
    need: forAdmins,
  },
  {
    at: [paths.connections],
    Page: lazyPage(() => import('@/features/connections/ConnectionsPage'), 'connections', 'business'),
    need: { profile: 'supervisor' },
  },
  {
    at: [paths.queues],
    Page: lazyPage(() => import('@/features/queues/QueuesPage'), 'queues', 'tree', 'hours'),
    need: forAdmins,
  },
  {
    at: [paths.integrations],
    Page: lazyPage(() => import('@/features/queueIntegrations/QueueIntegrationsPage'), 'queueIntegrations'),
    need: { ...forAdmins, plan: 'useIntegrations' },
  },
  {
    at: [paths.prompts],
    Page: lazyPage(() => import('@/features/prompts/PromptsPage'), 'prompts'),
    need: { ...forAdmins, plan: 'useOpenAi' },
  },
  {
    at: [paths.closingReasons],
    Page: lazyPage(() => import('@/features/closingReasons/ClosingReasonsPage'), 'closingReasons'),
    need: forAdmins,
  },
  {
    at: [paths.settings],
    Page: lazyPage(() => import('@/features/settings/SettingsPage'), 'settings', 'platform', 'dialog'),
    need: forAdmins,
  },
  {
    at: [paths.firstHour],
    Page: lazyPage(() => import('@/features/tickets/firstHour/FirstHourPage'), 'firstHour', 'invitations'),
    need: forAdmins,
  },
  {
    at: [paths.invoices],
    Page: lazyPage(() => import('@/features/billing/InvoicesPage'), 'billing'),
    need: forAdmins,
  },
  {
    at: [paths.subscription],
    Page: lazyPage(() => import('@/features/billing/SubscriptionPage'), 'billing'),
    need: forAdmins,
  },
  { at: [paths.audit], Page: lazyPage(() => import('@/features/audit/AuditPage'), 'audit'), need: forAdmins },
  {
    at: [paths.announcements],
    Page: lazyPage(() => import('@/features/announcements/AnnouncementsPage'), 'announcements'),
    need: forSupers,
  },
  {
    at: [paths.operators],
    Page: lazyPage(() => import('@/features/operators/OperatorsPage'), 'operators', 'connections'),
    need: forSupers,
  },
];

const pageAt = (path: string) => otherPages.find(({ at }) => at.includes(path));

// Here, because they come with the first of these pages and are nothing that the tickets wait for.
keepFocus();
preloadNear((path) => pageAt(path)?.Page);
typeAhead();

/** What stands at an address of these, for whom may see it. */
export default function OtherPage({ path }: { path: string }) {
  const found = pageAt(path);
  if (!found) return null;
  const { Page, need } = found;
  if (!need) return <Page />;
  return (
    <Allowed need={need}>
      <Page />
    </Allowed>
  );
}
