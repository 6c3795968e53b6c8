import { lazy, Suspense } from 'react';
import { useIsToasterWanted } from '../state/toaster';

const ToasterHost = lazy(() => import('./ToasterHost'));

export function Toaster() {
  const isWanted = useIsToasterWanted();
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToasterHost />
    </Suspense>
  );
}
