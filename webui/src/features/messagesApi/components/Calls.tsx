import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import { isMessageId, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { color, font, radius } from '@/styles/tokens';
import { ErrorState } from '@/ui/ErrorState';
import { Pill } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { callsOptions } from '../api';
import { toneOf } from '../model';

const Box = styled.section`
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  & > h2 {
    margin-bottom: 8px;
    font-size: ${font.md};
  }
  & > p {
    color: ${color.textMuted};
    font-size: ${font.base};
  }
`;

const List = styled.ol`
  max-height: 320px;
  margin: 0;
  padding: 0;
  overflow: auto;
  list-style: none;
  font-size: ${font.base};

  & > li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 4px 10px;
    padding: 6px 0;
    border-bottom: 1px solid ${color.line};
  }
  & > li > time,
  & > li > small {
    color: ${color.textMuted};
    font-size: ${font.base};
    font-variant-numeric: tabular-nums;
  }
  & > li > small {
    margin-left: auto;
  }
`;

/** The last calls by the token of a connection and how they ended; never what was said. */
export function Calls({ whatsappId }: { whatsappId: number }) {
  const t = useT();
  const { data, error, refetch } = useQuery(callsOptions(whatsappId));
  const why = (code: string | null) => {
    if (code === null) return '';
    const id = `errors.${code}`;
    return isMessageId(id) ? t(id) : code;
  };
  return (
    <Box aria-label={t('messagesApi.calls')}>
      <h2>{t('messagesApi.calls')}</h2>
      {!data && !error && <RowsSkeleton />}
      {!data && error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data?.length === 0 && <p>{t('messagesApi.noCalls')}</p>}
      {data && data.length > 0 && (
        <List tabIndex={0} aria-label={t('messagesApi.calls')}>
          {data.map((call) => (
            <li key={call.id}>
              <Pill tone={toneOf(call.status)}>{call.status}</Pill>
              <time dateTime={call.at}>{formatDateTime(call.at)}</time>
              <span>{t(`messagesApi.kind.${call.kind}`)}</span>
              <span>{why(call.code)}</span>
              <small>{t('messagesApi.millis', { count: call.millis })}</small>
            </li>
          ))}
        </List>
      )}
    </Box>
  );
}
