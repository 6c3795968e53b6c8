import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { pageKeys } from '@/api/pageKeys';
import type { Campaign } from '@/api/types';

/** A068 A141: the report is asked for once more when the campaign has ended. */
const AFTER_END_MS = 5000;

export function useLastLook({ id, status }: Pick<Campaign, 'id' | 'status'>) {
  const client = useQueryClient();
  const before = useRef(status);
  // Synchronises with what the server told.
  useEffect(() => {
    const hasEnded = status === 'FINALIZADA' && before.current !== 'FINALIZADA';
    before.current = status;
    if (!hasEnded) return undefined;
    const timer = setTimeout(() => void client.invalidateQueries({ queryKey: pageKeys.campaigns }), AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [client, id, status]);
}
