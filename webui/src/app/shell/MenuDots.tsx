import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { connectionsOptions } from '@/api/connections';
import { useUnreadChats } from '@/features/chats/useUnreadChats';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';

const WARNS_AFTER_MS = 2000;

/** Something behind the item waits for somebody. */
const Dot = styled.span`
  flex: none;
  width: 8px;
  height: 8px;
  margin-left: auto;
  border-radius: 50%;
  background: ${color.danger};

  [data-rail] & {
    position: absolute;
    top: 7px;
    right: 9px;
  }
`;

/** S018 */
export function ChatsDot() {
  const t = useT();
  const { count } = useUnreadChats();
  if (count === 0) return null;
  return (
    <Dot>
      <span className="visually-hidden">{t('shell.menu.unread')}</span>
    </Dot>
  );
}

/** S134: a number is not connected, and was not two seconds ago. */
export function ConnectionsDot() {
  const { data } = useQuery(connectionsOptions);
  return data?.some(({ status }) => status !== 'CONNECTED') ? <LateDot /> : null;
}

function LateDot() {
  const t = useT();
  const [isLate, setIsLate] = useState(false);
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), WARNS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLate) return null;
  return (
    <Dot>
      <span className="visually-hidden">{t('shell.menu.notConnected')}</span>
    </Dot>
  );
}
