import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import LoaderCircle from 'lucide-react/icons/loader-circle';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { useState } from 'react';
import styled from 'styled-components';
import type { PixCharge } from '@/api/types';
import { useT } from '@/i18n';
import { money } from '@/lib/money';
import { useNow } from '@/lib/useNow';
import { color, font, media, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Field } from '@/ui/Field';
import { Input } from '@/ui/Input';
import { QrCode } from '@/ui/QrCode';
import { countdown } from '../model';

const Root = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: 8px 28px;

  @media ${media.sm} {
    grid-template-columns: minmax(0, 1fr);
  }
`;

const Picture = styled.div`
  display: grid;
  grid-row: 1 / span 2;
  align-content: start;
  justify-items: center;
  gap: 10px;
  min-width: 0;

  /* On phones the code is copied; its picture is for another one. */
  @media ${media.sm} {
    grid-row: auto;
    order: 2;
  }
`;

const Frame = styled.div`
  position: relative;
  padding: 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.xl};
  background: #fff;

  & > svg {
    max-width: 100%;
  }
  &[data-over] > svg {
    filter: blur(10px);
  }
`;

const Over = styled.div`
  position: absolute;
  inset: 0;
  display: grid;
  place-content: center;
`;

const Left = styled.p`
  color: ${color.textMuted};
  font-variant-numeric: tabular-nums;
`;

const Or = styled.p`
  display: none;
  color: ${color.textMuted};
  font-size: ${font.sm};

  @media ${media.sm} {
    display: block;
  }
`;

const Words = styled.div`
  display: grid;
  align-content: start;
  gap: 14px;
  min-width: 0;
`;

const Label = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Value = styled.p`
  font-size: 1.5rem;
  font-weight: ${font.semibold};
  font-variant-numeric: tabular-nums;
  line-height: 1.2;
`;

const How = styled.ol`
  display: grid;
  gap: 10px;
  counter-reset: step;

  & > li {
    display: flex;
    gap: 10px;
    padding-top: 2px;
    counter-increment: step;
  }
  & > li::before {
    content: counter(step);
    flex: none;
    width: 22px;
    height: 22px;
    margin-top: -2px;
    border-radius: 50%;
    background: ${color.active};
    color: ${color.textMuted};
    font-size: ${font.xs};
    font-weight: ${font.medium};
    line-height: 22px;
    text-align: center;
  }

  @media ${media.sm} {
    display: none;
  }
`;

const Code = styled.div`
  display: flex;
  gap: 8px;

  & > input {
    min-width: 0;
    font-size: ${font.sm};
    text-overflow: ellipsis;
  }

  @media ${media.sm} {
    flex-direction: column;
  }
`;

const Waiting = styled.p`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 10px 12px;
  border-radius: ${radius.md};
  background: ${color.infoSoft};
  color: ${color.info};

  & > svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`;

const SECOND_MS = 1000;

interface PixViewProps {
  charge: PixCharge;
  receiver: string;
  isRenewing: boolean;
  /** The code has expired: another one. */
  onRenew: () => void;
}

/** A015 A140: the code to pay with, until it expires. */
export function PixView({ charge, receiver, isRenewing, onRenew }: PixViewProps) {
  const t = useT();
  const left = countdown(charge.expiresAt, useNow(SECOND_MS));
  const [copied, setCopied] = useState<string | null>(null);
  const code = charge.qrcode.qrcode;
  const isCopied = copied === code;
  const handleCopy = async () => {
    await navigator.clipboard.writeText(code);
    setCopied(code);
  };
  return (
    <Root>
      <Picture>
        <Or>{t('billing.pix.or')}</Or>
        <Frame data-over={left === null || undefined}>
          <QrCode text={code} label={t('billing.pix.qr')} />
          {left === null && (
            <Over>
              <Button icon={<RefreshCw />} isBusy={isRenewing} onClick={onRenew}>
                {t('billing.pix.new')}
              </Button>
            </Over>
          )}
        </Frame>
        <Left role="timer">{left === null ? t('billing.pix.expired') : t('billing.pix.expires', { time: left })}</Left>
      </Picture>
      <Words>
        <div>
          <Label>{t('billing.pix.value')}</Label>
          <Value>{money(Number(charge.valor.original))}</Value>
        </div>
        <How>
          <li>{t('billing.pix.step1')}</li>
          <li>{t('billing.pix.step2')}</li>
          <li>{t('billing.pix.step3', { receiver })}</li>
        </How>
        <Field label={t('billing.pix.code')}>
          {(control) => (
            <Code>
              <Input {...control} readOnly value={code} onFocus={(event) => event.target.select()} />
              <Button
                icon={isCopied ? <Check /> : <Copy />}
                disabled={left === null}
                onClick={() => void handleCopy().catch(() => undefined)}
              >
                {t(isCopied ? 'billing.pix.copied' : 'billing.pix.copy')}
              </Button>
            </Code>
          )}
        </Field>
        {left !== null && (
          <Waiting role="status">
            <LoaderCircle aria-hidden />
            {t('billing.pix.waiting')}
          </Waiting>
        )}
      </Words>
    </Root>
  );
}
