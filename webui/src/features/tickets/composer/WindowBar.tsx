import Clock from 'lucide-react/icons/clock';
import { useState } from 'react';
import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { isShort, type Left } from '@/lib/sendWindow';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { TemplateDialog } from './TemplateDialog';
import type { Piece } from './pieces';

const Root = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 6px 12px;
  padding: 6px 8px 6px 14px;
  border-bottom: 1px solid ${color.line};
  color: ${color.textMuted};
  font-size: ${font.sm};

  & > p {
    display: flex;
    flex: 1 1 220px;
    align-items: center;
    gap: 8px;
    min-width: 0;
    font-variant-numeric: tabular-nums;
  }
  & > p > svg {
    flex: none;
    width: 15px;
    height: 15px;
  }
  &[data-tone='warning'] {
    background: ${color.warningSoft};
    color: ${color.warning};
  }
`;

interface WindowBarProps {
  ticket: Ticket;
  /** Null when the window is closed. */
  left: Left | null;
  onSend: (pieces: readonly Piece[]) => void;
}

/** How long the customer still gets free text, and what he gets otherwise. */
export default function WindowBar({ ticket, left, onSend }: WindowBarProps) {
  const t = useT();
  const [isOpen, setIsOpen] = useState(false);
  const connectionId = ticket.whatsappId ?? null;
  return (
    <Root data-tone={left === null || isShort(left) ? 'warning' : undefined}>
      <p role="timer">
        <Clock aria-hidden />
        {left ? t('templates.open', { hours: left.hours, minutes: left.minutes }) : t('templates.closed')}
      </p>
      {connectionId !== null && (
        <Button variant={left ? 'ghost' : 'primary'} size="sm" onClick={() => setIsOpen(true)}>
          {t(left ? 'templates.offerShort' : 'templates.offer')}
        </Button>
      )}
      {isOpen && connectionId !== null && (
        <TemplateDialog
          connectionId={connectionId}
          onSend={(piece) => onSend([piece])}
          onClose={() => setIsOpen(false)}
        />
      )}
    </Root>
  );
}
