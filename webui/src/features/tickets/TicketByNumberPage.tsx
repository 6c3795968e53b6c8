import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { api } from '@/api/client';
import { pageKeys } from '@/api/pageKeys';
import { paths } from '@/app/paths';
import { ErrorState } from '@/ui/ErrorState';
import { PageSpinner } from '@/ui/PageSpinner';

/** S011: an address with the ticket's number leads to the one with its name in links. */
export default function TicketByNumberPage() {
  const { number = '' } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: pageKeys.ticketByNumber(number),
    queryFn: ({ signal }) => api.get('/tickets/{id}', { path: { id: Number(number) }, signal }),
  });
  if (data) return <Navigate to={paths.ticket(data.uuid)} replace />;
  if (error) return <ErrorState isPage error={error} onRetry={() => void refetch()} />;
  return <PageSpinner />;
}
