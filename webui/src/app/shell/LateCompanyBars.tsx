import { lazyExtra } from '@/i18n';

/** The page is whole without them, so they come after it. */
export const CompanyBars = lazyExtra(() => import('./CompanyBars'), 'bars');
