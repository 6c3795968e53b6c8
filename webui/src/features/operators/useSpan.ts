import { useT } from '@/i18n';
import { spanParts } from './model';

/** `const span = useSpan(); span(93_600)` says "1 d 2 h". */
export function useSpan(): (seconds: number) => string {
  const t = useT();
  return (seconds) =>
    spanParts(seconds)
      .map(({ unit, count }) => t(`operators.${unit}`, { count }))
      .join(' ');
}
