import { useInfiniteQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { CampaignRecipient, RecipientState } from '@/api/types';
import { paths } from '@/app/paths';
import { errorText, useT } from '@/i18n';
import { formatDateTime } from '@/lib/dates';
import { formatPhone, isPhone } from '@/lib/phone';
import { DataRow, DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import { Link } from '@/ui/Link';
import { pagedList, useListSearch } from '@/ui/list';
import { Pill, type Tone } from '@/ui/Pill';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { SearchInput } from '@/ui/SearchInput';
import UsersRound from 'lucide-react/icons/users-round';
import { recipientOptions } from '../api';
import { Box } from './Box';

/** Among eight columns the day goes above the hour, and neither is broken. */
const When = styled.time`
  overflow-wrap: normal;
`;

const TONES: Record<RecipientState, Tone> = {
  pending: 'neutral',
  confirmRequested: 'info',
  confirmed: 'info',
  queued: 'neutral',
  sent: 'neutral',
  delivered: 'info',
  read: 'success',
  failed: 'danger',
  optedOut: 'warning',
  skipped: 'neutral',
  unknown: 'warning',
};

/** Why somebody is not written to, beside the codes of errors. */
const REASONS = ['invalid', 'unchecked', 'doNotContact', 'optOut', 'blocked'] as const;

const momentOf = (one: CampaignRecipient) =>
  one.answeredAt ?? one.readAt ?? one.deliveredAt ?? one.sentAt ?? one.confirmedAt ?? one.confirmationRequestedAt;

interface RecipientsProps {
  id: number;
  state: RecipientState | null;
}

/** Everybody whom a campaign writes to. */
export function Recipients({ id, state }: RecipientsProps) {
  const t = useT();
  const reasonText = (reason: string) =>
    (REASONS as readonly string[]).includes(reason)
      ? t(`campaigns.reason.${reason as (typeof REASONS)[number]}`)
      : errorText(reason);
  const search = useListSearch();
  const list = pagedList(useInfiniteQuery(recipientOptions(id, state, search.search)), (page) => page.records);
  const heads = (['contact', 'number', 'state', 'reason', 'text', 'connection', 'when'] as const).map((head) =>
    t(`campaigns.recipient.${head}`),
  );
  return (
    <Box aria-label={t('campaigns.recipients')}>
      <h2>{t('campaigns.recipients')}</h2>
      <SearchInput
        label={t('campaigns.searchRecipient')}
        value={search.text}
        maxLength={100}
        onSearch={search.onText}
      />
      {!list.rows && (list.error ? <ErrorState error={list.error} onRetry={list.onRetry} /> : <RowsSkeleton />)}
      {list.rows?.length === 0 && <EmptyState icon={<UsersRound />} title={t('campaigns.noRecipients')} />}
      {list.rows && list.rows.length > 0 && (
        <DataTable hasNoButtons heads={[...heads, t('campaigns.recipient.answer')]}>
          {list.rows.map((one) => {
            const moment = momentOf(one);
            return (
              <DataRow key={one.id}>
                <td>{one.name}</td>
                <td>{isPhone(one.number) ? formatPhone(one.number) : one.number}</td>
                <td>
                  <Pill tone={TONES[one.state]} hasDot>
                    {t(`campaigns.recipientState.${one.state}`)}
                  </Pill>
                </td>
                <td>{one.reason ? reasonText(one.reason) : ''}</td>
                <td>{one.variant ?? ''}</td>
                <td>{one.whatsappName ?? ''}</td>
                <td>{moment ? <When dateTime={moment}>{formatDateTime(moment)}</When> : ''}</td>
                <td>
                  {one.answeredAt && one.ticketUuid ? (
                    <Link to={paths.ticket(one.ticketUuid)}>
                      {t('campaigns.recipient.open', { id: String(one.ticketId) })}
                    </Link>
                  ) : (
                    one.answeredAt && t('campaigns.hasAnswered')
                  )}
                </td>
              </DataRow>
            );
          })}
        </DataTable>
      )}
      {list.hasMore && !list.isMoreFailed && <EndMark key={list.rows?.length} onReached={list.onMore} />}
      {list.isMoreFailed && <ErrorState error={list.error} onRetry={list.onMore} />}
    </Box>
  );
}
