import { useEffect, useState } from 'react';
import { demoLogins, type DemoLogin } from '@/api/demo';

/** The log-ins that a demo server offers; none on an ordinary server. */
export function useDemoLogins(): readonly DemoLogin[] {
  const [logins, setLogins] = useState<readonly DemoLogin[]>([]);
  // Synchronises with the server, once.
  useEffect(() => {
    let isHere = true;
    void demoLogins().then((found) => isHere && setLogins(found ?? []));
    return () => {
      isHere = false;
    };
  }, []);
  return logins;
}
