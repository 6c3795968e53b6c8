import { Fragment, useState, type ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import { hadSession, useSession, useSessionStatus } from '@/state/session';
import { paths } from './paths';

interface GuardProps {
  children: ReactNode;
}

/** S017: private pages send a visitor to the login and remember where he wanted to go. */
export function SignedIn({ children }: GuardProps) {
  const status = useSessionStatus();
  const userId = useSession()?.user.id;
  const { pathname } = useLocation();
  if (status !== 'signedIn') {
    // Only a link opened from outside is remembered: after a sign-out the next user starts at the beginning.
    return <Navigate to={paths.login} replace state={hadSession() ? null : { from: pathname }} />;
  }
  // Another user's pages begin anew, also when one takes the place of the other without a sign-out between.
  return <Fragment key={userId}>{children}</Fragment>;
}

/** S017: who signs in here goes on to the tickets, who comes here signed in is sent home. */
export function SignedOut({ children }: GuardProps) {
  const status = useSessionStatus();
  const { state } = useLocation();
  const [start] = useState(() => (status === 'signedIn' ? paths.home : paths.tickets));
  if (status === 'signedIn') return <Navigate to={wantedPath(state) ?? start} replace state={{ isNew: true }} />;
  return children;
}

function wantedPath(state: unknown): string | null {
  if (typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string') {
    return state.from;
  }
  return null;
}
