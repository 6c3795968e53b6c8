import styled from 'styled-components';
import { useT } from '@/i18n';
import { creditWords, type CreditedLike } from '@/lib/credit';
import { money } from '@/lib/money';
import { color, font } from '@/styles/tokens';

const Words = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

/** How much of an invoice is met by what its company has to its credit. */
export function CreditLine({ invoice }: { invoice: CreditedLike }) {
  const t = useT();
  const words = creditWords(invoice);
  if (!words) return null;
  return <Words>{t(words, { credit: money(invoice.credit), rest: money(invoice.toPay) })}</Words>;
}
