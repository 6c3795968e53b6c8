import { useEffect } from 'react';
import styled from 'styled-components';
import { useT, type Catalogue } from '@/i18n';
import { makePart, type LoadPart } from '@/i18n/lazyPart';
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

/** A part over the page that arrives when it is first opened: a dialog, a menu. Its `onClose` gives it up. */
export const lazyLayer = <Props extends object>(load: LoadPart<Props>, ...catalogues: Catalogue[]) =>
  makePart(LayerFailed, load, catalogues);
