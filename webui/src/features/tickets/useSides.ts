import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { paths } from '@/app/paths';

export type Side = 'ticket' | 'list';

/**
 * S031: the side that a narrow screen shows. An address with a ticket shows the ticket; the last one is remembered for
 * the way back from the list.
 */
export function useSides(uuid: string | null) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const [last, setLast] = useState(uuid);
  const [wantsTicket, setWantsTicket] = useState(false);
  if (uuid !== null && uuid !== last) setLast(uuid);
  if (uuid !== null && wantsTicket) setWantsTicket(false);
  const shown: Side = uuid !== null || wantsTicket ? 'ticket' : 'list';

  const show = (side: Side) => {
    if (side === shown) return;
    if (side === 'ticket' && last !== null) void navigate({ pathname: paths.ticket(last), search });
    else if (side === 'ticket') setWantsTicket(true);
    else if (uuid !== null) void navigate({ pathname: paths.tickets, search });
    else setWantsTicket(false);
  };
  return { shown, show };
}
