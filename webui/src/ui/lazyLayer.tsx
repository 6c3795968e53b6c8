import { useEffect, useEffectEvent } from 'react';
import styled from 'styled-components';
import { useT, type Catalogue } from '@/i18n';
import { makePart, type LayerProps, type LoadPart } from '@/i18n/lazyPart';
import type { PartFailedProps } from '@/i18n/PartFailed';
import { color, layer, radius, shadow } from '@/styles/tokens';
import { Button } from './Button';

const Root = styled.div`
  position: fixed;
  bottom: 24px;
  left: 50%;
  z-index: ${layer.failure};
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 10px 10px 10px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.raised};
  box-shadow: ${shadow.lg};
  white-space: nowrap;
  transform: translateX(-50%);
`;

/** It does not open by itself when the network is back, over what somebody does by then. */
function LayerFailed({ onRetry, onForget, onClose }: PartFailedProps) {
  const t = useT();
  // Synchronises with the next opening, which asks again.
  useEffect(() => onForget, [onForget]);
  return (
    <Root role="alert">
      {t('common.loadFailed')}
      <Button variant="secondary" size="sm" onClick={onRetry}>
        {t('common.retry')}
      </Button>
      {onClose && (
        <Button variant="ghost" size="sm" onClick={onClose}>
          {t('common.close')}
        </Button>
      )}
    </Root>
  );
}

/** Who keeps what is typed before a layer is there (`app/typeAhead`); `begin` is told how to give it up, and returns its end. */
export const ahead: { begin?: (giveUp: () => void) => () => void } = {};

/** Stands where a layer, or what fills it, will be: what is typed meanwhile waits for it. */
export function Arriving({ isOpen, onClose }: LayerProps) {
  const giveUp = useEffectEvent(() => onClose?.());
  // Synchronises with the keyboard.
  useEffect(() => (isOpen === false ? undefined : ahead.begin?.(() => giveUp())), [isOpen]);
  return null;
}

/** A part over the page that arrives when it is first opened: a dialog, a menu. Its `onClose` gives it up. */
export const lazyLayer = <Props extends object>(load: LoadPart<Props>, ...catalogues: Catalogue[]) =>
  makePart(LayerFailed, load, catalogues, Arriving);
