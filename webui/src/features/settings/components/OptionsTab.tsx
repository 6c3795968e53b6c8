import { useQuery } from '@tanstack/react-query';
import SearchX from 'lucide-react/icons/search-x';
import { useState } from 'react';
import styled from 'styled-components';
import { settingsOptions } from '@/api/settings';
import type { Setting } from '@/api/types';
import { useT } from '@/i18n';
import { media } from '@/styles/tokens';
import { EmptyState } from '@/ui/EmptyState';
import { ErrorState } from '@/ui/ErrorState';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { OptionGroup } from './OptionGroup';
import { OptionsNav } from './OptionsNav';
import { foundIn, useOptionRows } from './useOptionRows';

const Root = styled.div`
  display: grid;
  grid-template-columns: 208px minmax(0, 720px);
  gap: 16px 40px;
  align-items: start;

  @media ${media.md} {
    grid-template-columns: minmax(0, 720px);
  }
`;

const Sections = styled.div`
  display: grid;
  gap: 24px;
`;

function Options({ settings }: { settings: readonly Setting[] }) {
  const t = useT();
  const [search, setSearch] = useState('');
  const groups = foundIn(useOptionRows(settings), search);
  return (
    <Root>
      <OptionsNav groups={groups} search={search} onSearch={setSearch} />
      <Sections>
        {groups.map(({ id, title, rows }) => (
          <OptionGroup key={id} id={id} title={title} rows={rows} />
        ))}
        {groups.length === 0 && (
          <EmptyState icon={<SearchX />} title={t('settings.noneFound')} text={t('settings.noneFoundText')} />
        )}
      </Sections>
    </Root>
  );
}

/** A012, A139: the options of the company, and a search among them. */
export function OptionsTab() {
  const { data: settings, error, refetch } = useQuery(settingsOptions);
  if (!settings) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />;
  return <Options settings={settings} />;
}
