import { useQuery } from '@tanstack/react-query';
import { firstHourOptions } from '@/api/firstHour';
import { useUser } from '@/state/session';

/** The first hour as an admin sees it; others have none. */
export function useFirstHour() {
  const isAdmin = useUser().profile === 'admin';
  const { data, isPending } = useQuery({ ...firstHourOptions, enabled: isAdmin });
  return { firstHour: isAdmin ? data : undefined, isUnknown: isAdmin && isPending };
}
