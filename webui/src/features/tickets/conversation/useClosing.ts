import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { askedOf, closingReasonsOptions } from '@/api/closing';
import { settingsOptions } from '@/api/settings';
import type { ClosingReason } from '@/api/types';

const NONE: readonly ClosingReason[] = [];

/** How tickets are closed: the reasons that are offered, the chosen one, whether the customers are told, and whether
 * that is enough to go on. */
export function useClosing(isWanted = true) {
  const settings = useQuery({ ...settingsOptions, enabled: isWanted });
  const known = useQuery({ ...closingReasonsOptions, enabled: isWanted });
  const [chosen, setChosen] = useState<number | null>(null);
  const [isSilent, setIsSilent] = useState(false);
  const asked = askedOf(settings.data ?? []);
  const reasons = asked === 'disabled' ? NONE : (known.data ?? NONE);
  const reasonId = reasons.some((each) => each.id === chosen) ? chosen : null;
  const isRequired = asked === 'required' && reasons.length > 0;
  // Who cannot be told what is asked for is told by the server.
  const isLoading = isWanted && (settings.isPending || known.isPending);
  return {
    reasons,
    reasonId,
    choose: setChosen,
    isSilent,
    setIsSilent,
    how: { ...(reasonId === null ? {} : { closingReasonId: reasonId }), ...(isSilent ? { silently: true } : {}) },
    isRequired,
    isReady: !isLoading && (!isRequired || reasonId !== null),
  };
}

export type Closing = ReturnType<typeof useClosing>;
export type ClosingWish = Closing['how'];
