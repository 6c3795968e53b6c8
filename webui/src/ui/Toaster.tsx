import { Suspense } from 'react';
import { lazyExtra } from '@/i18n';
import { useIsToasterWanted } from '@/state/toaster';

const ToasterHost = lazyExtra(() => import('./ToasterHost'));

export function Toaster() {
  const isWanted = useIsToasterWanted();
  if (!isWanted) return null;
  return (
    <Suspense fallback={null}>
      <ToasterHost />
    </Suspense>
  );
}
