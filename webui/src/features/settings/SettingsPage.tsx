import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import styled from 'styled-components';
import { settingsOptions } from '@/api/settings';
import { lazyPart, useT } from '@/i18n';
import { useUser } from '@/state/session';
import { media } from '@/styles/tokens';
import { PageFrame } from '@/ui/PageFrame';
import { Refused } from '@/ui/Refused';
import { RowsSkeleton } from '@/ui/RowsSkeleton';
import { Tabs } from '@/ui/Tabs';
import { UnsavedQuestion } from '@/ui/UnsavedQuestion';
import { useUnsaved } from '@/ui/useUnsaved';
import type { Week } from '@/ui/week';
import type { DrawerGuard } from './companies/CompanyDrawer';
import { OptionsTab } from './components/OptionsTab';
import { scheduleTypeOf } from './model';

const HoursTab = lazyPart(() => import('./hours/HoursTab'), 'hours');
const HolidaysTab = lazyPart(() => import('./hours/HolidaysTab'), 'hours');
const CompaniesTab = lazyPart(() => import('./companies/CompaniesTab'));
const PlansTab = lazyPart(() => import('./plans/PlansTab'));
const InvoicesTab = lazyPart(() => import('./invoices/InvoicesTab'), 'billing');
const HelpsTab = lazyPart(() => import('./helps/HelpsTab'));

const PANEL = 'settings-panel';

const Bar = styled.div`
  margin-bottom: 16px;
`;

const Panel = styled.div`
  @media ${media.pair} {
    &[data-filled] {
      flex: 1;
      min-height: 0;
    }
  }
`;

/** A012 A092: what each tab holds. */
const NOTES = {
  options: 'settings.subtitle',
  hours: 'platform.note.hours',
  holidays: 'platform.note.holidays',
  companies: 'platform.note.companies',
  plans: 'platform.note.plans',
  invoices: 'platform.note.invoices',
  helps: 'platform.note.helps',
} as const;
type Tab = keyof typeof NOTES;
const NAMES = Object.keys(NOTES) as Tab[];
const FOR_SUPERS: readonly Tab[] = ['companies', 'plans', 'invoices', 'helps'];

/** A012: the company's options and hours, and what those who run the server manage. The tab stands in the address. */
export default function SettingsPage() {
  const t = useT();
  const user = useUser();
  const [params, setParams] = useSearchParams();
  const { data: settings } = useQuery(settingsOptions);
  const schedule = scheduleTypeOf(settings ?? []);
  // Above the tabs: what is written of the week is still there when somebody comes back from another one.
  const [draft, setDraft] = useState<Week | null>(null);
  const unsaved = useUnsaved({
    isOpen: draft !== null,
    isLocked: false,
    isChanged: () => draft !== null,
    onClose: () => setDraft(null),
  });
  const companies = useRef<DrawerGuard>(null);
  const isShown = (name: Tab) => {
    if (FOR_SUPERS.includes(name)) return user.super;
    if (name === 'hours') return schedule === 'company' || draft !== null;
    return name !== 'holidays' || schedule !== 'disabled';
  };
  const asked = NAMES.find((name) => name === params.get('tab')) ?? 'options';
  if (FOR_SUPERS.includes(asked) && !user.super) return <Refused reason="super" />;
  const tabs = NAMES.filter(isShown);
  // Until the settings are here nobody knows whether there are hours.
  const tab = tabs.includes(asked) || !settings ? asked : 'options';
  const content = {
    options: <OptionsTab />,
    hours: <HoursTab draft={draft} onDraft={setDraft} />,
    holidays: <HolidaysTab />,
    companies: <CompaniesTab guard={companies} />,
    plans: <PlansTab />,
    invoices: <InvoicesTab />,
    helps: <HelpsTab />,
  }[tab];
  const isTabbed = tabs.length > 1;
  // The companies fill the window, so that one stands beside them.
  const isFilled = tab === 'companies';
  const show = (id: Tab) => setParams(id === 'options' ? {} : { tab: id }, { replace: true });
  return (
    <PageFrame title={t('settings.title')} note={t(NOTES[tab])} isFilled={isFilled}>
      {isTabbed && (
        <Bar>
          <Tabs
            label={t('platform.tabs')}
            look="underlined"
            panelId={PANEL}
            items={tabs.map((id) => ({ id, label: t(`platform.tab.${id}`) }))}
            selected={tab}
            onSelect={(id) => (companies.current ? companies.current.leave(() => show(id)) : show(id))}
          />
        </Bar>
      )}
      <Panel
        id={PANEL}
        data-filled={isFilled || undefined}
        role={isTabbed ? 'tabpanel' : undefined}
        aria-label={isTabbed ? t(`platform.tab.${tab}`) : undefined}
      >
        <Suspense fallback={<RowsSkeleton />}>{content}</Suspense>
      </Panel>
      <UnsavedQuestion unsaved={unsaved} />
    </PageFrame>
  );
}
