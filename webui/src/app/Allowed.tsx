import type { ReactNode } from 'react';
import { Navigate } from 'react-router';
import { can, type Requirement } from '@/lib/permissions';
import { useSession } from '@/state/session';
import { Refused } from '@/ui/Refused';
import { paths } from './paths';

interface AllowedProps {
  need: Requirement;
  children: ReactNode;
}

/**
 * Hides a page from those without the profile or plan; the server decides all the same. A129: what the company's plan
 * or the super user's power would be needed for is said before it leads away.
 */
export function Allowed({ children, need }: AllowedProps) {
  const session = useSession();
  if (session && can(session.user, need)) return children;
  // a profile that is too low is led away whatever the plan has
  const isOfProfile = session && can(session.user, { profile: need.profile });
  if (isOfProfile && (need.super || need.plan)) return <Refused reason={need.plan ? 'plan' : 'super'} />;
  return <Navigate to={paths.tickets} replace />;
}
