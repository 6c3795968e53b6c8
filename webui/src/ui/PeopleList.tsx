import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { ErrorState } from './ErrorState';
import { PeopleSkeleton, PERSON_PX, PersonSkeleton } from './PeopleSkeleton';
import { rowsOf } from './rowsOf';
import { VirtualList } from './VirtualList';

const Root = styled.div`
  height: 100%;
  transition: opacity 120ms;

  &[data-stale] {
    opacity: 0.6;
  }
`;

interface PeopleListProps<Page, Person> {
  label: string;
  query: UseInfiniteQueryResult<InfiniteData<Page>>;
  peopleOf: (page: Page) => readonly Person[];
  /** Shown instead of no rows. */
  empty: ReactNode;
  children: (person: Person) => ReactNode;
}

/** S135: a list of people in its four states; the next page is asked for near the end. */
export function PeopleList<Page, Person extends { id: number }>({
  label,
  query,
  peopleOf,
  empty,
  children,
}: PeopleListProps<Page, Person>) {
  const { data, error, isPending, isPlaceholderData, hasNextPage, isFetchingNextPage, isFetchNextPageError } = query;
  if (isPending) return <PeopleSkeleton />;
  if (!data) return <ErrorState error={error} onRetry={() => void query.refetch()} />;
  const people = rowsOf(data.pages, peopleOf);
  if (people.length === 0) return empty;
  const handleEndReached = () => {
    if (hasNextPage && !isFetchingNextPage && !isFetchNextPageError) void query.fetchNextPage();
  };
  const footer = isFetchNextPageError ? (
    <ErrorState error={error} onRetry={() => void query.fetchNextPage()} />
  ) : (
    hasNextPage && <PersonSkeleton />
  );
  return (
    <Root data-stale={isPlaceholderData || undefined}>
      <VirtualList
        label={label}
        items={people}
        keyOf={(person) => person.id}
        estimateSize={PERSON_PX}
        onEndReached={handleEndReached}
        footer={footer}
      >
        {children}
      </VirtualList>
    </Root>
  );
}
