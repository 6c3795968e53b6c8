import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { cssVars } from '@/lib/cssVars';
import { mediaBox } from './mediaBox';
import { useConversationActions } from './conversationActions';
import { MediaBox } from './ImageMedia';

interface VideoMediaProps {
  message: Message;
  url: string;
}

export function VideoMedia({ message, url }: VideoMediaProps) {
  const t = useT();
  const { renewLink } = useConversationActions();
  const { width, height } = mediaBox(message.mediaWidth, message.mediaHeight);
  return (
    <MediaBox style={cssVars({ '--w': `${width}px`, '--ratio': `${width} / ${height}` })}>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a customer's video has no captions */}
      <video
        src={url}
        controls
        playsInline
        preload="metadata"
        aria-label={t('tickets.kind.video')}
        onError={() => void renewLink(message)}
      />
    </MediaBox>
  );
}
