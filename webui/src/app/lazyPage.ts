import { lazyPart } from '@/i18n';

/** A page with its texts, by its address only: it takes no properties. */
export const lazyPage = lazyPart<object>;
