import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import { useT } from '@/i18n';
import { Tabs } from '@/ui/Tabs';

const Bar = styled.div`
  margin-bottom: 16px;
`;

const PLACES = { invoices: paths.invoices, subscription: paths.subscription } as const;
type Place = keyof typeof PLACES;

/** The two pages of billing. */
export function BillingTabs({ selected }: { selected: Place }) {
  const t = useT();
  const navigate = useNavigate();
  return (
    <Bar>
      <Tabs
        label={t('billing.tabs')}
        look="underlined"
        items={(['invoices', 'subscription'] as const).map((id) => ({ id, label: t(`billing.tab.${id}`) }))}
        selected={selected}
        onSelect={(id) => void navigate(PLACES[id])}
      />
    </Bar>
  );
}
