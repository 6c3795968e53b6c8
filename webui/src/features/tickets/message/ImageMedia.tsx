import ImageOff from 'lucide-react/icons/image-off';
import { useState } from 'react';
import styled from 'styled-components';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { color, radius } from '@/styles/tokens';
import { mediaBox } from './mediaBox';
import { useConversationActions } from './conversationActions';

/** The size comes from the server, before the picture. */
export const MediaBox = styled.div`
  position: relative;
  width: var(--w);
  max-width: 100%;
  margin-bottom: 4px;
  aspect-ratio: var(--ratio);
  overflow: hidden;
  border-radius: ${radius.md};
  background: ${color.active};
  color: ${color.textSubtle};

  & > img,
  & > video {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & > video {
    background: #000;
    object-fit: contain;
  }
`;

const Open = styled.button`
  display: grid;
  place-items: center;
  cursor: zoom-in;

  &:disabled {
    cursor: default;
  }
`;

const STICKER_PX = 160;

interface ImageMediaProps {
  message: Message;
  url: string;
}

export function ImageMedia({ message, url }: ImageMediaProps) {
  const t = useT();
  const { openImage, renewLink } = useConversationActions();
  const [failed, setFailed] = useState<string | null>(null);
  const box = mediaBox(message.mediaWidth, message.mediaHeight);
  const { height } = box;
  // a sticker is as small as on the phone
  const shown = message.details?.sticker ? Math.min(box.width, STICKER_PX) : box.width;
  const handleError = () => {
    setFailed(url);
    void renewLink(message);
  };
  const isBroken = failed === url;
  return (
    <MediaBox
      as={Open}
      type="button"
      aria-label={t('tickets.openImage')}
      disabled={isBroken}
      style={cssVars({ '--w': `${shown}px`, '--ratio': `${box.width} / ${height}` })}
      onClick={() => openImage(message)}
    >
      {isBroken ? <ImageOff aria-hidden /> : <img src={url} alt="" decoding="async" onError={handleError} />}
    </MediaBox>
  );
}
