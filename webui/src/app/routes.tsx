import { Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { PageSpinner } from '@/ui/PageSpinner';
import { Allowed, SignedIn, SignedOut } from './guards';
import { lazyPage } from './lazyPage';
import { paths } from './paths';

const NotFoundPage = lazyPage(() => import('./NotFoundPage'));
const Shell = lazyPage(() => import('./Shell'), 'shell');
const LoginPage = lazyPage(() => import('@/features/login/LoginPage'), 'login');
const DashboardPage = lazyPage(() => import('@/features/dashboard/DashboardPage'), 'dashboard');
const SignupPage = lazyPage(() => import('@/features/signup/SignupPage'), 'login', 'signup');
const ForgotPage = lazyPage(() => import('@/features/signup/ForgotPage'), 'login', 'signup');
const TodoPage = lazyPage(() => import('@/features/todo/TodoPage'), 'todo');
const TicketsPage = lazyPage(() => import('@/features/tickets/TicketsPage'), 'tickets');
const QuickMessagesPage = lazyPage(() => import('@/features/quickMessages/QuickMessagesPage'), 'quick');
const TagsPage = lazyPage(() => import('@/features/tags/TagsPage'), 'tags');
const ContactsPage = lazyPage(() => import('@/features/contacts/ContactsPage'), 'contacts');
const SchedulesPage = lazyPage(() => import('@/features/schedules/SchedulesPage'), 'schedules');
const ChatsPage = lazyPage(() => import('@/features/chats/ChatsPage'), 'chats');
const SimulatorPage = lazyPage(() => import('@/features/simulator/SimulatorPage'), 'simulator');
const KitPage = import.meta.env.DEV ? lazyPage(() => import('@/dev/KitPage')) : null;

const adminPages = [
  [paths.users, lazyPage(() => import('@/features/users/UsersPage'), 'users')],
  [paths.connections, lazyPage(() => import('@/features/connections/ConnectionsPage'), 'connections')],
  [paths.queues, lazyPage(() => import('@/features/queues/QueuesPage'), 'queues')],
  [paths.closingReasons, lazyPage(() => import('@/features/closingReasons/ClosingReasonsPage'), 'closingReasons')],
  [paths.settings, lazyPage(() => import('@/features/settings/SettingsPage'), 'settings')],
] as const;

export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        <Route
          path={paths.login}
          element={
            <SignedOut>
              <LoginPage />
            </SignedOut>
          }
        />
        <Route
          path={paths.signup}
          element={
            <SignedOut>
              <SignupPage />
            </SignedOut>
          }
        />
        <Route
          path={paths.forgot}
          element={
            <SignedOut>
              <ForgotPage />
            </SignedOut>
          }
        />
        <Route path={paths.simulator} element={<SimulatorPage />} />
        {KitPage && <Route path={paths.kit} element={<KitPage />} />}
        <Route
          element={
            <SignedIn>
              <Shell />
            </SignedIn>
          }
        >
          <Route
            index
            element={
              <Allowed need={{ profile: 'supervisor' }}>
                <DashboardPage />
              </Allowed>
            }
          />
          <Route path={paths.tickets} element={<TicketsPage />} />
          <Route path={paths.ticketPattern} element={<TicketsPage />} />
          <Route path={paths.quickMessages} element={<QuickMessagesPage />} />
          <Route path={paths.tags} element={<TagsPage />} />
          <Route path={paths.todo} element={<TodoPage />} />
          <Route path={paths.contacts} element={<ContactsPage />} />
          <Route
            path={paths.schedules}
            element={
              <Allowed need={{ plan: 'useSchedules' }}>
                <SchedulesPage />
              </Allowed>
            }
          />
          {[paths.chats, paths.chatPattern].map((path) => (
            <Route
              key={path}
              path={path}
              element={
                <Allowed need={{ plan: 'useInternalChat' }}>
                  <ChatsPage />
                </Allowed>
              }
            />
          ))}
          {adminPages.map(([path, Page]) => (
            <Route
              key={path}
              path={path}
              element={
                <Allowed need={{ profile: 'admin' }}>
                  <Page />
                </Allowed>
              }
            />
          ))}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
