import { useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import styled from 'styled-components';
import { ApiError } from '@/api/client';
import type { Ticket } from '@/api/types';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { seesTicket } from '@/realtime/membership';
import { useChatRoom } from '@/realtime/rooms';
import { color, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { toast } from '@/ui/toast';
import { useConversation } from '@/features/tickets/conversation/useConversation';
import { useViewer } from '@/features/tickets/useViewer';
import { MessageList } from '@/features/tickets/conversation/MessageList';

const Frame = styled.div`
  display: flex;
  flex-direction: column;
  height: min(560px, 60dvh);
  overflow: hidden;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  background: ${color.canvas};
  container-type: inline-size;
`;

interface PeekDialogProps {
  ticket: Ticket;
  onClose: () => void;
}

/** S037 S080: the conversation as it goes on, without a way to change it; nothing is marked as read. */
export default function PeekDialog({ ticket, onClose }: PeekDialogProps) {
  const t = useT();
  const viewer = useViewer();
  const navigate = useNavigate();
  const { search } = useLocation();
  useChatRoom(ticket.id);
  const conversation = useConversation(ticket);
  const { error } = conversation.query;
  const isRefused = !seesTicket(ticket, viewer) || (error instanceof ApiError && error.status === 403);

  // Synchronises with the address: what may not be read is left, with a notice.
  useEffect(() => {
    if (!isRefused) return;
    toast.error(t('tickets.notAllowed'));
    onClose();
    void navigate({ pathname: paths.tickets, search }, { replace: true });
  }, [isRefused, t, onClose, navigate, search]);

  const open = () => {
    onClose();
    void navigate({ pathname: paths.ticket(ticket.uuid), search });
  };
  const holder = ticket.user?.name ?? t('tickets.nobody');
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="lg"
      title={`${t('search.peek')}: ${ticket.contact.name}`}
      description={t('search.peekText', { id: String(ticket.id), holder })}
      footer={
        <Button variant="secondary" onClick={open}>
          {t('search.open')}
        </Button>
      }
    >
      <Frame>
        {!isRefused && <MessageList ticket={ticket} conversation={conversation} onReply={null} isReadOnly />}
      </Frame>
    </Dialog>
  );
}
