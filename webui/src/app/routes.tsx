import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router';
import { PageSpinner } from '../ui/PageSpinner';
import { Allowed, SignedIn, SignedOut } from './guards';
import { lazyPage } from './lazyPage';
import { paths } from './paths';

const NotFoundPage = lazyPage(() => import('./NotFoundPage'));
const Shell = lazyPage(() => import('./Shell'), 'shell');
const LoginPage = lazyPage(() => import('../features/login/LoginPage'), 'login');
const TicketsPage = lazyPage(() => import('../features/tickets/TicketsPage'), 'tickets');
const ConnectionsPage = lazyPage(() => import('../features/connections/ConnectionsPage'), 'connections');
const SimulatorPage = lazyPage(() => import('../features/simulator/SimulatorPage'), 'simulator');
const KitPage = import.meta.env.DEV ? lazyPage(() => import('../dev/KitPage')) : null;

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
        <Route path={paths.simulator} element={<SimulatorPage />} />
        {KitPage && <Route path={paths.kit} element={<KitPage />} />}
        <Route
          element={
            <SignedIn>
              <Shell />
            </SignedIn>
          }
        >
          <Route index element={<Navigate to={paths.tickets} replace />} />
          <Route path={paths.tickets} element={<TicketsPage />} />
          <Route path={paths.ticketPattern} element={<TicketsPage />} />
          <Route
            path={paths.connections}
            element={
              <Allowed need={{ profile: 'admin' }}>
                <ConnectionsPage />
              </Allowed>
            }
          />
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
