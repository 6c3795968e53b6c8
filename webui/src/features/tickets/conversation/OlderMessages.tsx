import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, layer, radius, shadow } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Spinner } from '@/ui/Spinner';

/** Above the rows, not among them: its coming and going moves nothing. */
const Root = styled.div`
  position: absolute;
  top: 8px;
  left: 50%;
  z-index: ${layer.pinned};
  display: grid;
  place-items: center;
  min-width: 34px;
  min-height: 34px;
  border-radius: ${radius.full};
  background: ${color.raised};
  box-shadow: ${shadow.md};
  color: ${color.accent};
  transform: translateX(-50%);
`;

interface OlderMessagesProps {
  isLoading: boolean;
  isFailed: boolean;
  onRetry: () => void;
}

export function OlderMessages({ isLoading, isFailed, onRetry }: OlderMessagesProps) {
  const t = useT();
  if (isLoading) {
    return (
      <Root role="status" aria-label={t('common.loading')}>
        <Spinner />
      </Root>
    );
  }
  if (!isFailed) return null;
  return (
    <Root>
      <Button variant="ghost" size="sm" onClick={onRetry}>
        {t('tickets.olderFailed')}
      </Button>
    </Root>
  );
}
