import Landmark from 'lucide-react/icons/landmark';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { money } from '@/lib/money';
import { color, font } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Pill } from '@/ui/Pill';
import { useBank } from '../api';

const Root = styled.section`
  display: flex;
  flex: none;
  flex-wrap: wrap;
  align-items: center;
  justify-content: center;
  gap: 6px 14px;
  max-height: 30dvh;
  padding: 8px 16px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  font-size: ${font.sm};
  overflow-y: auto;

  & > h2 {
    display: flex;
    align-items: center;
    gap: 6px;
    font-size: ${font.sm};
  }
  & svg {
    width: 14px;
    height: 14px;
  }
  & > p {
    display: flex;
    align-items: center;
    gap: 8px;
  }
`;

/** Charges that are shown beside each other. */
const SHOWN = 6;

/** The demo's bank: charges of invoices, and somebody who pays them. */
export function BankBar() {
  const t = useT();
  const { charges, pay } = useBank();
  // Another server than a demo's has no such bank.
  if (!charges || charges.length === 0) return null;
  return (
    <Root aria-label={t('simulator.bank.title')}>
      <h2>
        <Landmark aria-hidden />
        {t('simulator.bank.title')}
      </h2>
      {charges.slice(0, SHOWN).map(({ txid, note, value, isPaid }) => (
        <p key={txid}>
          {note} · {money(Number(value))}
          {isPaid ? (
            <Pill tone="success">{t('simulator.bank.paid')}</Pill>
          ) : (
            <Button
              size="sm"
              isBusy={pay.isPending && pay.variables === txid}
              aria-label={t('simulator.bank.payNamed', { note })}
              onClick={() => pay.mutate(txid)}
            >
              {t('simulator.bank.pay')}
            </Button>
          )}
        </p>
      ))}
    </Root>
  );
}
