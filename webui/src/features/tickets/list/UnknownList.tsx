import { useMutation, useQueryClient } from '@tanstack/react-query';
import styled from 'styled-components';
import { keys } from '@/api/keys';
import type { UnknownMessage } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { displayName } from '@/lib/phone';
import { applyMessage } from '@/realtime/handlers/appMessage';
import { color, font, truncate } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Link } from '@/ui/Link';
import { toast } from '@/ui/toast';
import { messageCalls, type Resolution } from '@/features/tickets/message/messageCalls';
import { plainText } from '@/lib/messageText';

const List = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 14px;
`;

const Item = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 8px;
  padding-bottom: 14px;
  border-bottom: 1px solid ${color.line};

  &:last-child {
    padding-bottom: 0;
    border-bottom: 0;
  }
`;

const Head = styled.p`
  display: flex;
  justify-content: space-between;
  gap: 12px;
  font-size: ${font.base};

  & > a {
    ${truncate}
  }
  & > time {
    flex: none;
    color: ${color.textMuted};
    font-size: ${font.sm};
    font-variant-numeric: tabular-nums;
  }
`;

const Text = styled.p`
  display: -webkit-box;
  overflow: hidden;
  font-size: ${font.md};
  overflow-wrap: anywhere;
  -webkit-box-orient: vertical;
  -webkit-line-clamp: 3;
`;

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

interface UnknownListProps {
  messages: readonly UnknownMessage[];
  onLeave: () => void;
}

interface Choice {
  message: UnknownMessage;
  outcome: Resolution;
}

/** "A conferir": what became of each message is for a person to say. */
export default function UnknownList({ messages, onLeave }: UnknownListProps) {
  const t = useT();
  const client = useQueryClient();
  const resolve = useMutation({
    mutationFn: ({ message, outcome }: Choice) => messageCalls.resolve(message.id, outcome),
    onSuccess: (message) => applyMessage(client, message, null, false),
    onError: (error) => toast.error(errorText(error)),
    // Also after a refusal: a colleague may have said it first.
    onSettled: () => client.invalidateQueries({ queryKey: keys.unknownMessages }),
  });
  const isBusy = (message: UnknownMessage) => resolve.isPending && resolve.variables.message.id === message.id;

  return (
    <List aria-label={t('bars.toCheck.title')}>
      {messages.map((message) => {
        const { id, ticket, createdAt, body, mediaType } = message;
        const choices: [Resolution, 'secondary' | 'ghost'][] = [
          ['sent', 'secondary'],
          ['again', 'secondary'],
          ['drop', 'ghost'],
        ];
        return (
          <Item key={id}>
            <Head>
              <Link to={paths.ticket(ticket.uuid)} onClick={onLeave}>
                {displayName(ticket.contact.name)}
              </Link>
              <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
            </Head>
            <Text>{plainText(body) || t(`tickets.kind.${mediaType ?? 'text'}`)}</Text>
            <Choices>
              {choices.map(([outcome, variant]) => (
                <Button
                  key={outcome}
                  size="sm"
                  variant={variant}
                  disabled={isBusy(message)}
                  onClick={() => resolve.mutate({ message, outcome })}
                >
                  {t(`bars.doubt.${outcome}`)}
                </Button>
              ))}
            </Choices>
          </Item>
        );
      })}
    </List>
  );
}
