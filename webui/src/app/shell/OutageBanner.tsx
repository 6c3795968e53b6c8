import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { connectionsOptions } from '@/api/connections';
import { lazyExtra } from '@/i18n';

const OutageBar = lazyExtra(() => import('./OutageBar'), 'outage');

/** Says which numbers have been down for two minutes, to everybody of the company, until they are back (rule B16). */
export function OutageBanner() {
  const { data } = useQuery(connectionsOptions);
  const down = data?.filter(({ downToldAt }) => downToldAt !== null && downToldAt !== undefined) ?? [];
  if (down.length === 0) return null;
  return (
    <Suspense fallback={null}>
      {down.map((connection) => (
        <OutageBar key={`${connection.id} ${connection.downSince}`} connection={connection} />
      ))}
    </Suspense>
  );
}
