import { Suspense } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { lazyPart, useT } from '@/i18n';
import { useUser } from '@/state/session';
import { PageFrame } from '@/ui/PageFrame';
import { Refused } from '@/ui/Refused';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { OptionsTab } from './components/OptionsTab';

const CompaniesTab = lazyPart(() => import('./companies/CompaniesTab'));
const PlansTab = lazyPart(() => import('./plans/PlansTab'));
const HelpsTab = lazyPart(() => import('./helps/HelpsTab'));

const PANEL = 'settings-panel';

const Bar = styled.div`
  margin-bottom: 16px;
`;

/** A012 A092: what each tab holds; all but the first are for super users. */
const TABS = {
  options: { Content: OptionsTab, note: 'settings.subtitle' },
  companies: { Content: CompaniesTab, note: 'platform.note.companies' },
  plans: { Content: PlansTab, note: 'platform.note.plans' },
  helps: { Content: HelpsTab, note: 'platform.note.helps' },
} as const;
type Tab = keyof typeof TABS;
const NAMES = Object.keys(TABS) as Tab[];

/** A012: the company's options, and what those who run the server manage. The tab stands in the address. */
export default function SettingsPage() {
  const t = useT();
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const tab = NAMES.find((name) => name === params.get('tab')) ?? 'options';
  if (tab !== 'options' && !user.super) return <Refused reason="super" />;
  const { Content, note } = TABS[tab];
  return (
    <PageFrame title={t('settings.title')} note={t(note)}>
      {user.super && (
        <Bar>
          <Tabs
            label={t('platform.tabs')}
            look="underlined"
            panelId={PANEL}
            items={NAMES.map((id) => ({ id, label: t(`platform.tab.${id}`) }))}
            selected={tab}
            onSelect={(id) => setParams(id === 'options' ? {} : { tab: id }, { replace: true })}
          />
        </Bar>
      )}
      <div
        id={PANEL}
        role={user.super ? 'tabpanel' : undefined}
        aria-label={user.super ? t(`platform.tab.${tab}`) : undefined}
      >
        <Suspense fallback={<RowsSkeleton />}>
          <Content />
        </Suspense>
      </div>
    </PageFrame>
  );
}
