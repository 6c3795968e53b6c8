import FileX from 'lucide-react/icons/file-x';
import type { Message } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { Spinner } from '@/ui/Spinner';
import { TextButton } from './Bubble.styles';
import { Card, CardIcon, CardText } from './Card.styles';
import { useConversationActions } from './conversationActions';

/** The file is known but not there: it is on its way, and an event brings its address, or it was given up (S118). */
export function MediaPending({ message }: { message: Message }) {
  const t = useT();
  const { fetchFile, isReadOnly } = useConversationActions();
  const isLost = message.error !== null;
  // Nobody has tried yet: files of a phone's past are not fetched with it.
  const isOfPast = message.details?.history === true;
  const lostText = isOfPast ? t('tickets.mediaOfPast') : errorText(message.error);
  return (
    <Card>
      <CardIcon data-tone={isLost ? 'danger' : undefined}>{isLost ? <FileX aria-hidden /> : <Spinner />}</CardIcon>
      <div>
        <CardText>{isLost ? lostText : t('tickets.mediaPending')}</CardText>
        {isLost && !isReadOnly && (
          <TextButton type="button" onClick={() => fetchFile(message)}>
            {t(isOfPast ? 'tickets.fetchMedia' : 'common.retry')}
          </TextButton>
        )}
      </div>
    </Card>
  );
}
