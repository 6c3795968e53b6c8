import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import VenetianMask from 'lucide-react/icons/venetian-mask';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';

const Band = styled.p`
  display: flex;
  align-items: center;
  gap: 8px;
  padding: 6px 14px;
  background: ${color.whisperLine};
  color: ${color.whisperText};
  font-size: ${font.sm};
  font-weight: ${font.semibold};

  & > svg {
    flex: none;
    width: 15px;
    height: 15px;
  }
  &[data-tone='warning'] {
    background: ${color.warningSoft};
    color: ${color.warning};
  }
`;

interface WhisperBandProps {
  id: string;
  isWhisper: boolean;
  hasFiles: boolean;
}

/** Says above the text who will read it. It is always there, so that a screen reader hears when that changes. */
export function WhisperBand({ id, isWhisper, hasFiles }: WhisperBandProps) {
  const t = useT();
  return (
    <div id={id} role="status">
      {isWhisper && (
        <Band data-tone={hasFiles ? 'warning' : undefined}>
          {hasFiles ? <TriangleAlert aria-hidden /> : <VenetianMask aria-hidden />}
          {t(hasFiles ? 'tickets.whisperFiles' : 'tickets.whisperOn')}
        </Band>
      )}
    </div>
  );
}
