import type { InfiniteData, UseInfiniteQueryResult, UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useDebounced } from '@/lib/useDebounced';
import { rowsOf } from './rowsOf';

/** What a list page has to know of its rows, however they are asked for. */
export interface List<Row> {
  /** Undefined until there is an answer. */
  rows: readonly Row[] | undefined;
  error: unknown;
  /** The rows belong to what was searched before. */
  isStale: boolean;
  hasMore: boolean;
  isMoreFailed: boolean;
  onRetry: () => void;
  onMore: () => void;
}

/** A list that comes whole. */
export function wholeList<Answer, Row>(
  { data, error, isPlaceholderData, refetch }: UseQueryResult<Answer>,
  ofAnswer: (answer: Answer) => readonly Row[],
): List<Row> {
  return {
    rows: data === undefined ? undefined : ofAnswer(data),
    error: data === undefined ? error : null,
    isStale: isPlaceholderData,
    hasMore: false,
    isMoreFailed: false,
    onRetry: () => void refetch(),
    onMore: () => undefined,
  };
}

/** S135: a list that comes page by page. */
export function pagedList<Page, Row extends { id: number }>(
  query: UseInfiniteQueryResult<InfiniteData<Page>>,
  ofPage: (page: Page) => readonly Row[],
): List<Row> {
  const { data, error, isFetchingNextPage, isFetchNextPageError } = query;
  return {
    rows: data && rowsOf(data.pages, ofPage),
    error,
    isStale: query.isPlaceholderData,
    hasMore: query.hasNextPage,
    isMoreFailed: isFetchNextPageError,
    onRetry: () => void query.refetch(),
    onMore: () => {
      if (query.hasNextPage && !isFetchingNextPage) void query.fetchNextPage();
    },
  };
}

export interface ListSearch {
  /** As it stands in the field. */
  text: string;
  /** As it is asked for, when the field stood still for half a second. */
  search: string;
  onText: (text: string) => void;
}

export function useListSearch(begin = ''): ListSearch {
  const [text, setText] = useState(begin);
  return { text, search: useDebounced(text.trim()), onText: setText };
}
