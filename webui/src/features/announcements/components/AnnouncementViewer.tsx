import styled from 'styled-components';
import type { Announcement } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';

const Picture = styled.img`
  max-width: 100%;
  max-height: 320px;
  margin: 0 auto 16px;
  border-radius: ${radius.md};
`;

/** Text is text: it keeps its lines and nothing in it is code. */
const Text = styled.p`
  overflow-wrap: anywhere;
  font-size: ${font.md};
  white-space: pre-wrap;
`;

interface AnnouncementViewerProps {
  announcement: Announcement;
  onClose: () => void;
}

/** S039: an announcement in full. */
export default function AnnouncementViewer({ announcement, onClose }: AnnouncementViewerProps) {
  const t = useT();
  const { title, text, mediaUrl, mediaName, createdAt } = announcement;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={formatDateTime(createdAt)}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {mediaUrl && <Picture src={mediaUrl} alt={mediaName ?? ''} />}
      <Text>{text}</Text>
    </Dialog>
  );
}
