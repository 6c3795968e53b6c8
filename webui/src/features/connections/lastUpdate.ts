import { formatDate, formatTime } from '@/lib/dates';

/** A009: 30/12/26 14:05, the year in two digits. */
export const formatLastUpdate = (iso: string) => `${formatDate(iso).replace(/\d\d(?=\d\d$)/, '')} ${formatTime(iso)}`;
