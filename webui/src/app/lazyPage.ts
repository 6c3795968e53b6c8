import { lazy, type ComponentType } from 'react';
import { loadFeatures } from '../i18n';

type PageModule = { default: ComponentType };

/** A page that arrives with its texts: nothing is painted before both are there. */
export function lazyPage(load: () => Promise<PageModule>, ...catalogues: string[]) {
  return lazy(async () => {
    const [page] = await Promise.all([load(), loadFeatures(...catalogues)]);
    return page;
  });
}
