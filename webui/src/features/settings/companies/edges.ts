import { color } from '@/styles/tokens';

/** A061: what a row's edge is painted with. Texts never are: they would be too pale. */
export const EDGES = { red: color.danger, orange: color.dueNow, yellow: color.dueSoon } as const;
