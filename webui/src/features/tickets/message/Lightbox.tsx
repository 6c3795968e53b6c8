import Download from 'lucide-react/icons/download';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { radius } from '@/styles/tokens';
import { useDownload } from './useDownload';
import { useConversationActions } from './conversationActions';

const Root = styled.dialog`
  width: 100vw;
  max-width: none;
  height: 100dvh;
  max-height: none;
  padding: 0;
  border: 0;
  background: rgb(8 12 12 / 0.92);
  color: #fff;

  &[open] {
    display: grid;
    place-items: center;
  }
  & img {
    max-width: calc(100vw - 32px);
    max-height: calc(100dvh - 96px);
    border-radius: ${radius.sm};
    object-fit: contain;
  }
`;

const Bar = styled.div`
  position: absolute;
  top: 10px;
  right: 12px;
  display: flex;
  gap: 6px;
`;

const Sign = styled.button`
  display: grid;
  place-items: center;
  width: 40px;
  height: 40px;
  border-radius: ${radius.full};
  color: inherit;

  &:hover {
    background: rgb(255 255 255 / 0.14);
  }
  &:focus-visible {
    outline-color: #fff;
  }
`;

interface LightboxProps {
  message: Message;
  url: string;
  onClose: () => void;
}

/** A picture at its full size. The browser's own dialog keeps the focus inside and gives it back. */
export default function Lightbox({ message, url: known, onClose }: LightboxProps) {
  const t = useT();
  const { renewLink } = useConversationActions();
  const [url, setUrl] = useState(known);
  const handleDownload = useDownload(message, url, renewLink);
  const dialog = useRef<HTMLDialogElement>(null);
  // Synchronises with the browser's dialog.
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it too
    <Root
      ref={dialog}
      aria-label={t('tickets.kind.image')}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
    >
      <img
        src={url}
        alt={message.body}
        onError={() => void renewLink(message).then((fresh) => fresh !== null && setUrl(fresh))}
      />
      <Bar>
        <Sign
          as="a"
          href={url}
          download={message.mediaName ?? true}
          onClick={handleDownload}
          aria-label={t('tickets.download')}
          rel="noopener noreferrer nofollow"
        >
          <Download aria-hidden />
        </Sign>
        <Sign type="button" aria-label={t('common.close')} onClick={onClose}>
          <X aria-hidden />
        </Sign>
      </Bar>
    </Root>
  );
}
