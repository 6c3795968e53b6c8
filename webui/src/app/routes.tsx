import { Suspense, type ReactNode } from 'react';
import { Route, Routes, useOutletContext } from 'react-router';
import { PageSpinner } from '@/ui/PageSpinner';
import { SignedIn, SignedOut } from './guards';
import { lazyPage } from './lazyPage';
import { insidePaths, paths } from './paths';

const NotFoundPage = lazyPage(() => import('./NotFoundPage'));
const Shell = lazyPage(() => import('./Shell'), 'shell');
const LoginPage = lazyPage(() => import('@/features/login/LoginPage'), 'login');
const SignupPage = lazyPage(() => import('@/features/signup/SignupPage'), 'login', 'signup');
const ForgotPage = lazyPage(() => import('@/features/signup/ForgotPage'), 'login', 'signup');
const InvitationPage = lazyPage(() => import('@/features/signup/InvitationPage'), 'login', 'signup');
const SimulatorPage = lazyPage(() => import('@/features/simulator/SimulatorPage'), 'simulator');
const KitPage = import.meta.env.DEV ? lazyPage(() => import('@/dev/KitPage'), 'tree') : null;

const visitorPages = [
  [paths.login, LoginPage],
  [paths.signup, SignupPage],
  [paths.forgot, ForgotPage],
  [paths.invitation, InvitationPage],
] as const;

/** The shell brings its pages along (`pages.tsx`). */
function PageInside({ path }: { path: string }) {
  const pageAt = useOutletContext<(path: string) => ReactNode>();
  return pageAt(path);
}

export function AppRoutes() {
  return (
    <Suspense fallback={<PageSpinner />}>
      <Routes>
        {visitorPages.map(([path, Page]) => (
          <Route
            key={path}
            path={path}
            element={
              <SignedOut>
                <Page />
              </SignedOut>
            }
          />
        ))}
        <Route path={paths.simulator} element={<SimulatorPage />} />
        {KitPage && <Route path={paths.kit} element={<KitPage />} />}
        <Route
          element={
            <SignedIn>
              <Shell />
            </SignedIn>
          }
        >
          {insidePaths.map((path) => (
            <Route key={path} path={path} element={<PageInside path={path} />} />
          ))}
        </Route>
        <Route path="*" element={<NotFoundPage />} />
      </Routes>
    </Suspense>
  );
}
