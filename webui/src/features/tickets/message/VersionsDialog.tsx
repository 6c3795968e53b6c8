import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import type { Message } from '@/api/types';
import { useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { Dialog } from '@/ui/Dialog';
import { ErrorState } from '@/ui/ErrorState';
import { MessageText } from '@/ui/MessageText';
import { Skeleton } from '@/ui/Skeleton';

const List = styled.ol`
  display: grid;
  gap: 10px;
`;

const Item = styled.li`
  padding: 10px 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  font-size: ${font.base};
  overflow-wrap: anywhere;

  & > p {
    margin-bottom: 4px;
    color: ${color.textMuted};
    font-size: ${font.xs};
    font-variant-numeric: tabular-nums;
  }
`;

interface VersionsDialogProps {
  message: Message;
  onClose: () => void;
}

/** What a message says, and what it said before, newest first. */
export default function VersionsDialog({ message, onClose }: VersionsDialogProps) {
  const t = useT();
  const { data, error, refetch } = useQuery({
    queryKey: pageKeys.messageVersions(message.id, message.updatedAt),
    queryFn: ({ signal }) => api.get('/messages/{id}/versions', { path: { id: message.id }, signal }),
  });
  return (
    <Dialog isOpen onClose={onClose} size="sm" title={t('compose.versions')}>
      {!data && !error && <Skeleton height={80} />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <List aria-label={t('compose.versions')}>
          <Item>
            <p>{t('compose.versionNow')}</p>
            <MessageText text={message.body} />
          </Item>
          {data.map((version) => (
            <Item key={version.replacedAt}>
              <p>{t('compose.versionUntil', { time: formatDateTime(version.replacedAt) })}</p>
              <MessageText text={version.body} />
            </Item>
          ))}
        </List>
      )}
    </Dialog>
  );
}
