import Building2 from 'lucide-react/icons/building-2';
import SearchX from 'lucide-react/icons/search-x';
import type { KeyboardEvent, ReactNode } from 'react';
import styled from 'styled-components';
import type { CompanyDetails } from '@/api/types';
import { useT } from '@/i18n';
import { color, font, layer, media } from '@/styles/tokens';
import { DataTable } from '@/ui/DataTable';
import { EmptyState } from '@/ui/EmptyState';
import { EndMark } from '@/ui/EndMark';
import { ErrorState } from '@/ui/ErrorState';
import type { List } from '@/ui/list';
import { RowsSkeleton } from '@/ui/RowsSkeleton';

/** Positioned, so that what is hidden inside by its position scrolls with it. */
const Rows = styled.div`
  position: relative;

  &[data-stale] {
    opacity: 0.6;
  }

  @media ${media.pair} {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
    scroll-padding-top: 36px;
    container-type: inline-size;

    & th {
      position: sticky;
      top: 0;
      z-index: ${layer.pinned};
      background: ${color.surface};
      box-shadow: inset 0 -1px ${color.line};
    }
    /* the drawer says them as well */
    @container (max-width: 620px) {
      & th:nth-child(3),
      & td:nth-child(3) {
        display: none;
      }
    }
    @container (max-width: 480px) {
      & th:nth-child(2),
      & td:nth-child(2) {
        display: none;
      }
    }
  }
`;

const Foot = styled.p`
  padding: 12px 0;
  color: ${color.textMuted};
  font-size: ${font.base};
`;

const HEADS = ['company.company', 'company.plan', 'company.usage', 'company.due', 'actions'] as const;

interface CompanyListProps {
  list: List<CompanyDetails>;
  /** All that match. */
  count: number | undefined;
  isFiltered: boolean;
  newButton: ReactNode;
  row: (company: CompanyDetails) => ReactNode;
  onKeyDown: ((event: KeyboardEvent) => void) | undefined;
}

/** The companies, the nearest due date first, in each of the states of a list. */
export function CompanyList({ list, count, isFiltered, newButton, row, onKeyDown }: CompanyListProps) {
  const t = useT();
  const { rows } = list;
  if (!rows) {
    if (!list.error) return <RowsSkeleton />;
    return <ErrorState title={t('platform.listFailed')} error={list.error} onRetry={list.onRetry} />;
  }
  if (rows.length === 0 && isFiltered) {
    return <EmptyState icon={<SearchX />} title={t('platform.company.none')} text={t('platform.company.noneText')} />;
  }
  if (rows.length === 0) {
    const empty = { title: t('platform.company.empty'), text: t('platform.company.emptyText') };
    return <EmptyState icon={<Building2 />} {...empty} action={newButton} />;
  }
  return (
    <>
      <Rows data-stale={list.isStale || undefined} onKeyDown={onKeyDown}>
        <DataTable isInset sorted={t('platform.company.due')} heads={HEADS.map((head) => t(`platform.${head}`))}>
          {rows.map(row)}
        </DataTable>
        {list.isMoreFailed && <ErrorState error={list.error} onRetry={list.onMore} />}
        {list.hasMore && !list.isMoreFailed && <EndMark key={rows.length} onReached={list.onMore} />}
      </Rows>
      <Foot>{t('platform.company.showing', { shown: rows.length, count: count ?? rows.length })}</Foot>
    </>
  );
}
