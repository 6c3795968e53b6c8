import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import QrCode from 'lucide-react/icons/qr-code';
import Unplug from 'lucide-react/icons/unplug';
import { useState } from 'react';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import type { Connection } from '@/api/types';
import { useT } from '@/i18n';
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
  gap: 6px;
`;

interface SessionButtonsProps {
  connection: Connection;
  onShowQr: (id: number) => void;
}

export function SessionButtons({ connection, onShowQr }: SessionButtonsProps) {
  const t = useT();
  const isDemo = useIsDemo();
  const run = useSessionAction();
  const [isAsking, setIsAsking] = useState(false);
  const { id, name, status, provider } = connection;

  const render = (action: SessionAction) => {
    switch (action) {
      case 'showQr':
        return (
          <Button key={action} variant="soft" size="sm" icon={<QrCode />} onClick={() => onShowQr(id)}>
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
            variant={action === 'tryAgain' ? 'soft' : 'secondary'}
            size="sm"
            isBusy={run.isPending && run.variables.action === action}
            onClick={() => run.mutate({ id, action })}
          >
            {t(`connections.action.${action}`)}
          </Button>
        );
    }
  };

  const more: MenuEntry[] = [];
  if (status === 'CONNECTED') {
    if (provider === 'simulator' && isDemo) {
      more.push({
        id: 'open',
        icon: <ExternalLink />,
        label: t('connections.action.openSimulator'),
        onSelect: () => window.open(paths.simulator, '_blank', 'noopener'),
      });
    }
    more.push({
      id: 'disconnect',
      icon: <Unplug />,
      label: t('connections.action.disconnect'),
      isDanger: true,
      onSelect: () => setIsAsking(true),
    });
  }

  return (
    <Root>
      {sessionActions(connection).map(render)}
      {more.length > 0 && (
        <Menu
          label={t('connections.action.more', { name })}
          align="start"
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
