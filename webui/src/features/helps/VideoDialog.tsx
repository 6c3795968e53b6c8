import styled from 'styled-components';
import type { Help } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Dialog } from '@/ui/Dialog';

const Frame = styled.iframe`
  display: block;
  width: 100%;
  aspect-ratio: 16 / 9;
  border: 0;
  border-radius: ${radius.md};
  background: #000;
`;

const Note = styled.p`
  margin-top: 10px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** The host that sets no cookie before the video plays; the policy of our pages allows no other. */
const embedOf = (video: string) =>
  `https://www.youtube-nocookie.com/embed/${encodeURIComponent(video)}?autoplay=1&rel=0`;

interface VideoDialogProps {
  help: Help;
  onClose: () => void;
}

/** A018: closed with Escape, and then nothing plays any more. */
export function VideoDialog({ help, onClose }: VideoDialogProps) {
  const t = useT();
  return (
    <Dialog isOpen onClose={onClose} title={help.title} description={help.description || undefined} size="lg">
      <Frame
        title={help.title}
        src={embedOf(help.video)}
        allow="autoplay; encrypted-media; fullscreen; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        allowFullScreen
      />
      <Note>{t('helps.privacy')}</Note>
    </Dialog>
  );
}
