import EllipsisVertical from 'lucide-react/icons/ellipsis-vertical';
import LogOut from 'lucide-react/icons/log-out';
import ScanLine from 'lucide-react/icons/scan-line';
import Wifi from 'lucide-react/icons/wifi';
import WifiOff from 'lucide-react/icons/wifi-off';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import { Menu, type MenuEntry } from '@/ui/Menu';
import { Pill } from '@/ui/Pill';
import { useOwnPhone, type OwnAct } from '../api';

const Root = styled.section`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 8px 12px;
  padding: 8px 16px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surfaceAlt};
  font-size: ${font.sm};

  & > h2 {
    font-size: ${font.sm};
  }
  & > p {
    color: ${color.textMuted};
  }
`;

/** The business's own phone: it scans the code, loses the network, signs out. */
export function OwnPhoneBar({ connectionId }: { connectionId: number }) {
  const t = useT();
  const { phone, act } = useOwnPhone(connectionId);
  if (!phone) return null;
  const entry = (id: OwnAct, icon: ReactNode, isDanger = false): MenuEntry => ({
    id,
    icon,
    label: t(`simulator.own.${id}`),
    isDanger,
    onSelect: () => act.mutate(id),
  });
  const isAway = phone.awayUntil !== null;
  return (
    <Root aria-label={t('simulator.own.title')}>
      <h2>{t('simulator.own.title')}</h2>
      {phone.isPaired && (
        <>
          <Pill tone={isAway ? 'warning' : 'success'} hasDot>
            {t(isAway ? 'simulator.own.away' : 'simulator.own.paired')}
          </Pill>
          <Menu
            label={t('simulator.own.menu')}
            items={[
              isAway ? entry('restore', <Wifi />) : entry('drop', <WifiOff />),
              entry('logout', <LogOut />, true),
            ]}
            trigger={
              <IconButton label={t('simulator.own.menu')}>
                <EllipsisVertical />
              </IconButton>
            }
          />
        </>
      )}
      {!phone.isPaired && phone.qrcode === '' && <p>{t('simulator.own.waits')}</p>}
      {!phone.isPaired && phone.qrcode !== '' && (
        <Button size="sm" icon={<ScanLine />} isBusy={act.isPending} onClick={() => act.mutate('scan')}>
          {t('simulator.own.scan')}
        </Button>
      )}
    </Root>
  );
}
