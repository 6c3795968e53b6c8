import { useQuery } from '@tanstack/react-query';
import CircleCheck from 'lucide-react/icons/circle-check';
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import styled from 'styled-components';
import { paths } from '@/app/paths';
import type { Invoice } from '@/api/types';
import { useT } from '@/i18n';
import { formatDate } from '@/lib/dates';
import { color, font } from '@/styles/tokens';
import { subscriptionOptions } from '../api';

const Root = styled.div`
  display: grid;
  justify-items: center;
  gap: 8px;
  padding: 12px 0;
  text-align: center;

  & > svg {
    width: 44px;
    height: 44px;
    color: ${color.success};
  }
`;

const Words = styled.p`
  font-size: ${font.md};
  font-weight: ${font.semibold};
`;

const Note = styled.p`
  color: ${color.textMuted};
`;

/** A140. */
const HOME_MS = 4000;

/** A063: until when that is good; then home. */
export function PaidView({ invoice }: { invoice: Invoice }) {
  const t = useT();
  const navigate = useNavigate();
  const { data } = useQuery(subscriptionOptions);
  // Synchronises with the clock.
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.home), HOME_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <Root role="status">
      <CircleCheck aria-hidden />
      {data && (
        <Words>
          {invoice.kind === 'difference'
            ? t('billing.done.plan', { plan: invoice.detail })
            : t('billing.done.text', { date: formatDate(data.dueDate) })}
        </Words>
      )}
      <Note>{t('billing.done.home')}</Note>
    </Root>
  );
}
