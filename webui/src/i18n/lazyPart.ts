import { lazy, type ComponentType } from 'react';
import { loadFeatures } from './i18n';

/** A part that arrives with its texts: nothing of it is painted before both are there. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  ...catalogues: string[]
) {
  return lazy(async () => {
    const [part] = await Promise.all([load(), loadFeatures(...catalogues)]);
    return part;
  });
}
