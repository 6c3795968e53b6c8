import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { address } from '@/state/address';
import { setDrawerOpen, useIsDrawerOpen } from '@/state/drawer';
import { color, layout, shadow } from '@/styles/tokens';
import { IconButton } from '@/ui/IconButton';
import { SideMenu } from './SideMenu';
import { VolumeControl } from './VolumeControl';

const Root = styled.dialog`
  width: min(${layout.drawer}, 85vw);
  max-width: none;
  height: 100dvh;
  max-height: none;
  margin: 0;
  padding: 0;
  border: 0;
  background: ${color.canvas};
  box-shadow: ${shadow.lg};
  color: ${color.text};

  &[open] {
    display: grid;
    grid-template-rows: minmax(0, 1fr) auto;
  }
  &::backdrop {
    background: ${color.scrim};
  }
`;

const Controls = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 8px 12px 12px 20px;
  border-top: 1px solid ${color.line};
`;

const close = () => setDrawerOpen(false);

/** S018: under 600 px the menu lies over the page until something is chosen. */
export function TemporaryDrawer() {
  const t = useT();
  const isOpen = useIsDrawerOpen();
  const dialog = useRef<HTMLDialogElement>(null);

  // Synchronises the state with the browser's own modal dialog.
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);

  return (
    <Root
      ref={dialog}
      aria-label={t('shell.menu.label')}
      onClose={close}
      onClick={(event) => event.target === event.currentTarget && close()}
    >
      {isOpen && (
        <>
          <SideMenu onNavigate={close} />
          {/* S020: what the bar has no room for. */}
          <Controls>
            <VolumeControl />
            <IconButton label={t('shell.refresh')} onClick={address.reload}>
              <RefreshCw />
            </IconButton>
          </Controls>
        </>
      )}
    </Root>
  );
}
