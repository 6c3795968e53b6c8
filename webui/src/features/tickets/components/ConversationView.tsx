import { useState } from 'react';
import styled from 'styled-components';
import type { Message, Ticket } from '../../../api/types';
import { useChatRoom } from '../../../realtime/rooms';
import { color } from '../../../styles/tokens';
import { useConversation } from '../hooks/useConversation';
import { useFileDrop } from '../hooks/useFileDrop';
import { useMarkRead } from '../hooks/useMarkRead';
import { composerMode } from '../model/composer';
import { Composer } from './Composer';
import { ConversationFoot } from './ConversationFoot';
import { ConversationHeader } from './ConversationHeader';
import { DropVeil } from './DropVeil';
import { MessageList } from './MessageList';
import { TagRow } from './TagRow';

const Root = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: ${color.canvas};
`;

/** A loaded ticket: header, tags, messages and what stands at the foot. */
export function ConversationView({ ticket }: { ticket: Ticket }) {
  useChatRoom(ticket.id);
  useMarkRead(ticket);
  const [quoted, setQuoted] = useState<Message | null>(null);
  const conversation = useConversation(ticket);
  const mode = composerMode(ticket.status);
  const { files, addFiles, takeFiles, isOver, dropHandlers } = useFileDrop(mode === 'write');

  return (
    <Root aria-label={ticket.contact.name} {...dropHandlers}>
      <ConversationHeader ticket={ticket} />
      <TagRow ticket={ticket} />
      <MessageList ticket={ticket} conversation={conversation} onReply={mode === 'write' ? setQuoted : null} />
      {mode === 'write' ? (
        <Composer
          ticket={ticket}
          quoted={quoted}
          onQuoteClear={() => setQuoted(null)}
          files={files}
          onFilesAdd={addFiles}
          onFilesTake={takeFiles}
          onSend={conversation.send}
        />
      ) : (
        <ConversationFoot ticket={ticket} mode={mode} />
      )}
      {isOver && <DropVeil />}
    </Root>
  );
}
