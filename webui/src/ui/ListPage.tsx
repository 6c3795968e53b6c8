import SearchX from 'lucide-react/icons/search-x';
import type { ReactNode } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { motion } from '@/styles/tokens';
import { Button } from './Button';
import { EmptyState } from './EmptyState';
import { EndMark } from './EndMark';
import { ErrorState } from './ErrorState';
import type { List, ListSearch } from './list';
import { PageFrame } from './PageFrame';
import { PeopleSkeleton, PERSON_PX, PersonSkeleton } from './PeopleSkeleton';
import { RowsSkeleton } from './RowsSkeleton';
import { SearchInput } from './SearchInput';
import { TallPage } from './TallPage';
import { VirtualList } from './VirtualList';

const Rows = styled.div`
  transition: opacity ${motion.fast};

  &[data-tall] {
    height: 100%;
  }
  &[data-stale] {
    opacity: 0.6;
  }
`;

interface ListWords {
  icon: ReactNode;
  /** There is nothing yet. */
  empty: string;
  emptyText: string;
  /** Nothing was found; needed with a search. */
  none?: string;
  noneText?: string;
}

interface ListPageProps<Row> {
  title: string;
  /** Below the title: what the page is for. */
  note?: ReactNode;
  /** Below the title: how many there are, in words; null until that is known. */
  count?: string | null;
  search?: ListSearch & { label: string; placeholder?: string };
  /** Stands where the search would, such as a choice that goes for all rows. */
  filter?: ReactNode;
  /** Stands over the rows, whatever they are: more filters than the head has room for. */
  above?: ReactNode;
  /** Makes a new one; it stands in the head, and where there is nothing yet. */
  newButton?: ReactNode;
  /** What to do where there is nothing yet, when that is not the button of the head. */
  emptyAction?: ReactNode;
  /** More buttons, before it. */
  tools?: ReactNode;
  list: List<Row>;
  words: ListWords;
  /** All rows at once, such as a table: the page scrolls. */
  children?: (rows: readonly Row[]) => ReactNode;
  /** Or one row of very many, of which only those in sight are there: the list scrolls. */
  renderRow?: (row: Row) => ReactNode;
  keyOf?: (row: Row) => string | number;
  /** What lies over the page: dialogs. */
  dialogs?: ReactNode;
}

/** The page of a list: title and count, search, buttons, rows as they come, and its four states. */
export function ListPage<Row>({
  list,
  renderRow,
  dialogs,
  note,
  count,
  search,
  filter,
  above,
  newButton,
  tools,
  ...rest
}: ListPageProps<Row>) {
  const t = useT();
  const head = {
    title: rest.title,
    note: count === undefined ? note : (count ?? (list.rows === undefined && !list.error && t('common.loading'))),
    search: search ? (
      <SearchInput
        label={search.label}
        placeholder={search.placeholder ?? search.label}
        value={search.text}
        maxLength={200}
        onSearch={search.onText}
      />
    ) : (
      filter
    ),
    tools: (tools || newButton) && (
      <>
        {tools}
        {newButton}
      </>
    ),
  };
  const content = <ListContent {...rest} list={list} renderRow={renderRow} search={search} newButton={newButton} />;
  const Frame = renderRow ? TallPage : PageFrame;
  return (
    <Frame {...head}>
      {above}
      {content}
      {dialogs}
    </Frame>
  );
}

type ListContentProps<Row> = Omit<ListPageProps<Row>, 'note' | 'count' | 'filter' | 'above' | 'tools' | 'dialogs'>;

function ListContent<Row>({
  title,
  list,
  words,
  search,
  newButton,
  emptyAction = newButton,
  children,
  renderRow,
  keyOf,
}: ListContentProps<Row>) {
  const t = useT();
  const { rows, error, hasMore, isMoreFailed, onMore } = list;
  if (!rows) {
    if (error) return <ErrorState error={error} onRetry={list.onRetry} />;
    return renderRow ? <PeopleSkeleton /> : <RowsSkeleton />;
  }
  if (rows.length === 0 && search && search.search !== '') {
    return (
      <EmptyState
        icon={<SearchX />}
        title={words.none ?? words.empty}
        text={words.noneText}
        action={
          <Button variant="secondary" onClick={() => search.onText('')}>
            {t('common.clearSearch')}
          </Button>
        }
      />
    );
  }
  if (rows.length === 0) {
    return <EmptyState icon={words.icon} title={words.empty} text={words.emptyText} action={emptyAction} />;
  }
  const failed = isMoreFailed && <ErrorState error={error} onRetry={onMore} />;
  if (renderRow) {
    return (
      <Rows data-tall data-stale={list.isStale || undefined}>
        <VirtualList
          label={title}
          items={rows}
          keyOf={keyOf ?? ((each) => (each as { id: number }).id)}
          estimateSize={PERSON_PX}
          onEndReached={() => !isMoreFailed && onMore()}
          footer={failed || (hasMore && <PersonSkeleton />)}
        >
          {renderRow}
        </VirtualList>
      </Rows>
    );
  }
  return (
    <>
      <Rows data-stale={list.isStale || undefined}>{children?.(rows)}</Rows>
      {failed}
      {hasMore && !isMoreFailed && (
        <>
          <RowsSkeleton />
          <EndMark key={rows.length} onReached={onMore} />
        </>
      )}
    </>
  );
}
