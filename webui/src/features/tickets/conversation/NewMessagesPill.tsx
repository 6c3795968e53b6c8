import ArrowDown from 'lucide-react/icons/arrow-down';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, layer, radius, shadow } from '@/styles/tokens';

const Root = styled.button`
  position: absolute;
  right: 18px;
  bottom: 12px;
  z-index: ${layer.pinned};
  display: inline-flex;
  align-items: center;
  gap: 6px;
  height: 34px;
  min-width: 34px;
  padding: 0 9px;
  border: 1px solid ${color.line};
  border-radius: ${radius.full};
  background: ${color.raised};
  box-shadow: ${shadow.md};
  color: ${color.textMuted};
  font-size: ${font.sm};
  font-weight: ${font.medium};

  &[data-new] {
    padding: 0 12px;
    border-color: ${color.accent};
    color: ${color.accentText};
  }
  & > svg {
    width: 16px;
    height: 16px;
  }
`;

interface NewMessagesPillProps {
  count: number;
  onClick: () => void;
}

/** The way back to the end, with the number of messages that wait there. */
export default function NewMessagesPill({ count, onClick }: NewMessagesPillProps) {
  const t = useT();
  return (
    <Root
      type="button"
      data-new={count > 0 || undefined}
      aria-label={count > 0 ? undefined : t('tickets.toEnd')}
      onClick={onClick}
    >
      <ArrowDown aria-hidden />
      {count > 0 && t('tickets.newMessages', { count })}
    </Root>
  );
}
