import PartyPopper from 'lucide-react/icons/party-popper';
import { useQuery } from '@tanstack/react-query';
import { firstHourOptions } from '@/api/firstHour';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { Link } from '@/ui/Link';
import { PageSpinner } from '@/ui/PageSpinner';
import FirstHour from './FirstHour';

/** The steps by an address of their own: for those who put them aside. */
export default function FirstHourPage() {
  const t = useT();
  const { data, error, refetch } = useQuery(firstHourOptions);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} isPage /> : <PageSpinner />;
  if (data.answer) {
    return (
      <EmptyState
        isPage
        icon={<PartyPopper />}
        title={t('firstHour.over.title')}
        text={t('firstHour.over.text')}
        action={<Link to={paths.tickets}>{t('firstHour.over.go')}</Link>}
      />
    );
  }
  return (
    <>
      <h1 className="visually-hidden">{t('shell.menu.firstHour')}</h1>
      <FirstHour progress={data} />
    </>
  );
}
