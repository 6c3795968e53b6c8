/**
 * Parts of the page that arrive when they are needed. One that does not arrive, as without network, says so where it
 * would have been and can be asked for again; nothing around it is touched. (`React.lazy` keeps a failure for ever and
 * throws it at the whole page, so nothing uses that.)
 */
// oxlint-disable-next-line no-restricted-imports -- the one place that may
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { loadFeatures } from './i18n';
import type { Catalogue } from './ids';
import { ExtraFailed, PartFailed, type PartFailedProps } from './PartFailed';

export type LoadPart<Props> = () => Promise<{ default: ComponentType<Props> }>;
export type LazyPart<Props> = ComponentType<Props> & { preload: () => void };

/** What of its properties matters to a layer that has not arrived. */
export interface LayerProps {
  isOpen?: boolean;
  onClose?: () => void;
}

export function makePart<Props extends object>(
  View: ComponentType<PartFailedProps>,
  load: LoadPart<Props>,
  catalogues: readonly Catalogue[],
  /** Stands in its place while it is on its way; without, whoever shows the part says what does. */
  Waiting?: ComponentType<LayerProps>,
): LazyPart<Props> {
  let hasFailed = false;
  let here: ComponentType<Props> | undefined;
  const fetchPart = async () => {
    const [part] = await Promise.all([load(), loadFeatures(...catalogues)]);
    here = part.default;
    return part;
  };
  const ask = () =>
    lazy(async () => {
      try {
        return await fetchPart();
      } catch {
        hasFailed = true;
        return { default: FailedPart };
      }
    });
  let Latest = ask();
  /** Whoever wants the part from now on asks for it again. */
  const forget = () => {
    if (hasFailed) Latest = ask();
    hasFailed = false;
  };

  function FailedPart(props: Props) {
    const [Again, setAgain] = useState<ComponentType<Props> | null>(null);
    const { isOpen, onClose } = props as LayerProps;
    const retry = () => {
      forget();
      setAgain(Latest);
    };
    if (Again) return <Again {...props} />;
    return isOpen === false ? null : <View onAsk={fetchPart} onRetry={retry} onForget={forget} onClose={onClose} />;
  }
  const Part = (props: Props) => {
    // What has come already is there at once: React shows what waits in `lazy` 300 ms later at the earliest.
    const [Here] = useState(() => here);
    const part = Here ? <Here {...props} /> : <Latest {...props} />;
    return Waiting ? <Suspense fallback={<Waiting {...props} />}>{part}</Suspense> : part;
  };
  // What comes near may be needed soon; that it does not arrive is said when it is.
  const preload = () => void fetchPart().catch(() => undefined);
  return Object.assign(Part, { preload });
}

/** A part with its texts, in its place in the page: nothing of it is painted before both are there. */
export const lazyPart = <Props extends object>(load: LoadPart<Props>, ...catalogues: Catalogue[]) =>
  makePart(PartFailed, load, catalogues);

/** The same for what the page is whole without: it comes when the network does, and its absence is not mentioned. */
export const lazyExtra = <Props extends object>(load: LoadPart<Props>, ...catalogues: Catalogue[]) =>
  makePart(ExtraFailed, load, catalogues);
