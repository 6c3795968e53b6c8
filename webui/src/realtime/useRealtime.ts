import { useEffect } from 'react';
import { useSession } from '@/state/session';
import { retrySocket, syncSocket } from './socket';

/** Keeps the connection in step with the session. Mounted once, around the signed-in pages. */
export function useRealtime(): void {
  const session = useSession();
  const companyId = session?.user.companyId;
  const userId = session?.user.id;

  // Synchronises the socket with the signed-in company and user.
  useEffect(() => syncSocket(companyId, userId), [companyId, userId]);

  // Synchronises with the browser's network state.
  useEffect(() => {
    window.addEventListener('online', retrySocket);
    return () => window.removeEventListener('online', retrySocket);
  }, []);
}
