import { Suspense, useCallback, useState } from 'react';
import styled from 'styled-components';
import type { Ticket } from '@/api/types';
import { lazyExtra, lazyPart } from '@/i18n';
import { useAddressParams } from '@/lib/useAddressParams';
import { useChatRoom } from '@/realtime/rooms';
import { useIsContactShown } from '@/state/contactDrawer';
import { color } from '@/styles/tokens';
import { useAttachments } from '@/features/tickets/composer/useAttachments';
import { useConversation } from './useConversation';
import { useFileDrop } from './useFileDrop';
import { useMarkRead } from './useMarkRead';
import { composerMode } from '@/features/tickets/composer/pieces';
import { ConversationHeader } from './ConversationHeader';
import { MessageList } from './MessageList';
import { TagRow } from './TagRow';

// On its way while the conversation is: nobody can write before that is there.
const Composer = lazyPart(
  async () => ({ default: (await import('@/features/tickets/composer/Composer')).Composer }),
  'compose',
);
Composer.preload();
const ConversationFoot = lazyPart(() => import('./ConversationFoot'));
ConversationFoot.preload();
const DropVeil = lazyExtra(() => import('./DropVeil'));
const LookersLine = lazyExtra(() => import('./LookersLine'), 'compose');
const ContactDrawer = lazyPart(
  () => import('@/features/tickets/contact/ContactDrawer'),
  'drawer',
  'business',
  'mentions',
  'contacts',
  'dialog',
);

const Frame = styled.div`
  position: relative;
  display: grid;
  grid-template: minmax(0, 1fr) / minmax(0, 1fr) auto;
  min-width: 0;
  min-height: 0;
`;

const Root = styled.section`
  position: relative;
  display: flex;
  flex-direction: column;
  min-width: 0;
  min-height: 0;
  background: ${color.canvas};
`;

/** Keeps the place of a composer with one row. */
const ComposerPlace = styled.div`
  flex: none;
  height: 106px;
`;

const FootPlace = styled(ComposerPlace)`
  height: 69px;
`;

/** A loaded ticket: header, tags, messages and what stands at the foot. */
export function ConversationView({ ticket }: { ticket: Ticket }) {
  useChatRoom(ticket.id);
  useMarkRead(ticket);
  const isContactShown = useIsContactShown();
  const [cameAlong, setCameAlong] = useState(isContactShown);
  if (cameAlong && !isContactShown) setCameAlong(false);
  const { files, quoted, addFiles, takeFiles, quote } = useAttachments(ticket.id);
  const conversation = useConversation(ticket);
  const [params, changeParams] = useAddressParams();
  const target = Number(params.get('message')) || null;
  const forgetTarget = useCallback(() => changeParams((next) => (next.delete('message'), next)), [changeParams]);
  const mode = composerMode(ticket.status);
  const { isOver, dropHandlers } = useFileDrop(mode === 'write', addFiles);

  return (
    <Frame data-contact={isContactShown || undefined}>
      <Root aria-label={ticket.contact.name} {...dropHandlers}>
        <ConversationHeader ticket={ticket} />
        <TagRow ticket={ticket} />
        <MessageList
          ticket={ticket}
          conversation={conversation}
          onReply={mode === 'write' ? quote : null}
          target={target}
          onTarget={forgetTarget}
        />
        <Suspense fallback={null}>
          <LookersLine ticketId={ticket.id} contactName={ticket.contact.name} />
        </Suspense>
        {mode === 'write' ? (
          <Suspense fallback={<ComposerPlace />}>
            <Composer
              ticket={ticket}
              quoted={quoted}
              onQuoteClear={() => quote(null)}
              files={files}
              onFilesAdd={addFiles}
              onFilesTake={takeFiles}
              onSend={conversation.send}
            />
          </Suspense>
        ) : (
          <Suspense fallback={<FootPlace />}>
            <ConversationFoot ticket={ticket} mode={mode} />
          </Suspense>
        )}
        {isOver && (
          <Suspense fallback={null}>
            <DropVeil />
          </Suspense>
        )}
      </Root>
      {isContactShown && (
        <Suspense fallback={null}>
          <ContactDrawer key={ticket.contactId} ticket={ticket} isOpenedHere={!cameAlong} />
        </Suspense>
      )}
    </Frame>
  );
}
