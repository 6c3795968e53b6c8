import Unplug from 'lucide-react/icons/unplug';
import X from 'lucide-react/icons/x';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import styled from 'styled-components';
import { healthOptions } from '@/api/connections';
import type { Connection } from '@/api/types';
import { Rich, useT } from '@/i18n';
import { can } from '@/lib/permissions';
import { spanSince } from '@/lib/span';
import { useNow } from '@/lib/useNow';
import { useUser } from '@/state/session';
import { readStored, writeStored } from '@/state/storage';
import { color, font, height, radius } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { Link } from '@/ui/Link';
import { paths } from '../paths';

const Root = styled.div`
  display: flex;
  flex: none;
  align-items: center;
  gap: 12px;
  min-height: 44px;
  padding: 4px 12px 4px 16px;
  border-bottom: 1px solid color-mix(in srgb, ${color.danger} 30%, transparent);
  background: ${color.dangerSoft};
  color: ${color.danger};
  font-size: ${font.base};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
  & > p {
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & strong {
    font-weight: ${font.semibold};
  }
`;

const Reconnect = styled(Link)`
  display: inline-flex;
  flex: none;
  align-items: center;
  height: ${height.sm};
  padding: 0 12px;
  border-radius: ${radius.md};
  background: ${color.surface};
  color: ${color.danger};
  font-weight: ${font.medium};
`;

const TICK_MS = 30_000;

/** One number that is down. Who closes it does not see it again in this browser, until the next time. */
export default function OutageBar({ connection }: { connection: Connection }) {
  const t = useT();
  const user = useUser();
  const { id, name, downSince } = connection;
  const stored = `outage ${id}`;
  const [isClosed, setIsClosed] = useState(() => readStored(stored) === downSince);
  const now = useNow(TICK_MS);
  const looksAfter = can(user, { profile: 'supervisor' });
  const health = useQuery({ ...healthOptions, enabled: looksAfter && !isClosed });
  const span = spanSince(downSince, now);
  if (isClosed || !span) return null;

  const waiting = health.data?.find((each) => each.id === id)?.waiting ?? 0;
  const close = () => {
    writeStored(stored, downSince ?? null);
    setIsClosed(true);
  };
  return (
    <Root role="status">
      <Unplug aria-hidden />
      <p>
        <Rich id="outage.text" values={{ name, span: t(`common.span.${span.unit}`, { count: span.count }) }} />
        {waiting > 0 && ` ${t('outage.waiting', { count: waiting })}`}
      </p>
      {looksAfter && <Reconnect to={paths.connections}>{t('outage.reconnect')}</Reconnect>}
      <IconButton label={t('outage.close', { name })} onClick={close}>
        <X />
      </IconButton>
    </Root>
  );
}
