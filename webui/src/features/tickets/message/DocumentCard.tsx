import Download from 'lucide-react/icons/download';
import FileText from 'lucide-react/icons/file-text';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { useLocale } from '@/state/locale';
import { useDownload } from './useDownload';
import { formatBytes } from '@/features/tickets/format';
import { Card, CardIcon, CardText, CardTitle } from './Card.styles';
import { useConversationActions } from './conversationActions';

interface DocumentCardProps {
  message: Message;
  url: string;
}

export function DocumentCard({ message, url }: DocumentCardProps) {
  const t = useT();
  const locale = useLocale();
  const { renewLink } = useConversationActions();
  const handleClick = useDownload(message, url, renewLink);
  const name = message.mediaName ?? t('tickets.kind.application');
  return (
    <Card as="a" href={url} download={name} rel="noopener noreferrer nofollow" onClick={handleClick}>
      <CardIcon>
        <FileText aria-hidden />
      </CardIcon>
      <div>
        <CardTitle>{name}</CardTitle>
        {message.mediaSize !== null && <CardText>{formatBytes(message.mediaSize, locale)}</CardText>}
      </div>
      <Download size={16} role="img" aria-label={t('tickets.download')} />
    </Card>
  );
}
