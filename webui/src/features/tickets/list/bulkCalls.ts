import { api } from '@/api/client';
import type { BulkChange } from '@/api/types';

/** Does the same with several tickets; each answers for itself. */
export const changeTickets = (change: BulkChange) => api.post('/tickets/bulk', { body: change });
