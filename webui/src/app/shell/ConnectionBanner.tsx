import WifiOff from 'lucide-react/icons/wifi-off';
import { useEffect, useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { useSocketStatus } from '@/state/socketStatus';
import { color, font, layer, radius, shadow } from '@/styles/tokens';

/** A break shorter than this is not worth a word. */
const PATIENCE_MS = 5000;

const Root = styled.div`
  position: fixed;
  bottom: 16px;
  left: 50%;
  z-index: ${layer.banner};
  display: flex;
  align-items: center;
  gap: 8px;
  max-width: calc(100vw - 32px);
  padding: 8px 14px;
  border: 1px solid color-mix(in srgb, ${color.warning} 30%, transparent);
  border-radius: ${radius.full};
  background: ${color.warningSoft};
  color: ${color.warning};
  box-shadow: ${shadow.md};
  font-size: ${font.base};
  font-weight: ${font.medium};
  transform: translateX(-50%);

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`;

/** Says that nothing arrives by itself, whether the connection was lost or never came about, until it does. */
export function ConnectionBanner() {
  const t = useT();
  const status = useSocketStatus();
  const isLive = status === 'connected';
  const [isShown, setIsShown] = useState(false);

  // Synchronises with the clock: the banner waits before it appears and goes at once.
  useEffect(() => {
    if (isLive) return undefined;
    const timer = setTimeout(() => setIsShown(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setIsShown(false);
    };
  }, [isLive]);

  return (
    <div role="status">
      {isShown && (
        <Root>
          <WifiOff aria-hidden />
          {t(status === 'lost' ? 'shell.reconnecting' : 'shell.notLive')}
        </Root>
      )}
    </div>
  );
}
