import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { useT } from '@/i18n';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { useTicketActions } from './useTicketActions';

const Root = styled.footer`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 10px 16px;
  padding: 16px 18px;
  border-top: 1px solid ${color.line};
  background: ${color.surface};
`;

const Text = styled.p`
  color: ${color.textMuted};
  font-size: ${font.base};
`;

interface ConversationFootProps {
  ticket: Ticket;
  mode: 'accept' | 'reopen';
}

/** In place of the composer while nothing may be written (S067). */
export default function ConversationFoot({ ticket, mode }: ConversationFootProps) {
  const t = useT();
  const actions = useTicketActions(ticket);
  return (
    <Root>
      {mode === 'accept' ? (
        <>
          <Text>{t('tickets.acceptHint')}</Text>
          <Button icon={<Check />} isBusy={actions.isBusy} onClick={actions.accept}>
            {t('tickets.accept')}
          </Button>
        </>
      ) : (
        <>
          <Text>{t('tickets.reopenHint')}</Text>
          <Button variant="secondary" icon={<RotateCcw />} isBusy={actions.isBusy} onClick={actions.reopen}>
            {t('tickets.reopen')}
          </Button>
        </>
      )}
    </Root>
  );
}
