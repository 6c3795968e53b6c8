import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import QrCode from 'lucide-react/icons/qr-code';
import Send from 'lucide-react/icons/send';
import Unplug from 'lucide-react/icons/unplug';
import { useState } from 'react';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
import { hasPermission } from '@/lib/permissions';
import { useUser } from '@/state/session';
import { media } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { ConfirmDialog } from '@/ui/ConfirmDialog';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { Spinner } from '@/ui/Spinner';
import { useIsDemo, useSessionAction } from '../api';
import { sessionActions, type SessionAction } from '../model';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: flex-end;
  gap: 6px;

  @media ${media.md} {
    &:empty {
      display: none;
    }
  }
`;

interface SessionButtonsProps {
  connection: Connection;
  onPair: (id: number, isFresh: boolean) => void;
  onTest: (id: number) => void;
}

/** A053-A058: what can be done to a session, by its status and by who looks. */
export function SessionButtons({ connection, onPair, onTest }: SessionButtonsProps) {
  const t = useT();
  const user = useUser();
  const mayAct = hasPermission(user, 'connections-page:actionButtons');
  const isAdmin = hasPermission(user, 'connections-page:editOrDeleteConnection');
  const isDemo = useIsDemo();
  const run = useSessionAction();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, status, provider } = connection;

  const render = (action: SessionAction) => {
    switch (action) {
      case 'showQr':
        return (
          <Button key={action} size="sm" icon={<QrCode />} onClick={() => onPair(id, false)}>
            {t('connections.action.showQr')}
          </Button>
        );
      case 'connecting':
        return (
          <Button key={action} variant="secondary" size="sm" disabled icon={<Spinner size={14} />}>
            {t('connections.action.connecting')}
          </Button>
        );
      default:
        return (
          <Button
            key={action}
            variant={action === 'newQr' ? 'primary' : 'secondary'}
            size="sm"
            icon={action === 'newQr' && <QrCode />}
            isBusy={run.isPending && run.variables.action === action}
            onClick={() => run.mutate({ id, action }, { onSuccess: () => action === 'newQr' && onPair(id, true) })}
          >
            {t(`connections.action.${action}`)}
          </Button>
        );
    }
  };

  const more: MenuEntry[] = [];
  if (status === 'CONNECTED') {
    more.push({
      id: 'test',
      icon: <Send />,
      label: t('connections.action.test'),
      onSelect: () => onTest(id),
    });
    if (provider === 'simulator' && isDemo) {
      more.push({
        id: 'open',
        icon: <ExternalLink />,
        label: t('connections.action.openSimulator'),
        onSelect: () => window.open(paths.simulator, '_blank', 'noopener'),
      });
    }
    if (isAdmin) {
      more.push({
        id: 'disconnect',
        icon: <Unplug />,
        label: t('connections.action.disconnect'),
        isDanger: true,
        onSelect: () => setIsAsking(true),
      });
    }
  }

  if (!mayAct) return null;
  return (
    <Root>
      {sessionActions(connection, isAdmin).map(render)}
      {more.length > 0 && (
        <Menu
          label={t('connections.action.more', { name })}
          align="end"
          trigger={
            <IconButton label={t('connections.action.more', { name })}>
              <Ellipsis />
            </IconButton>
          }
          items={more}
        />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('connections.disconnectTitle', { name })}
        text={t('connections.disconnectText')}
        confirmLabel={t('connections.action.disconnect')}
        isDanger
        isBusy={run.isPending}
        onConfirm={() => run.mutate({ id, action: 'disconnect' }, { onSettled: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </Root>
  );
}
