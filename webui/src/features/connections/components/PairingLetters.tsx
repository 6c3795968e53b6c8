import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState, type FormEvent } from 'react';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { TextField } from '@/ui/TextField';
import { useOnce } from '@/ui/useOnce';
import { useAskLetters } from '../api';
import { letterHalves } from '../model';

const Root = styled.section`
  display: grid;
  gap: 8px;
  padding: 14px 16px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surfaceAlt};
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: 8px;
  min-height: 28px;

  & > h3 {
    font-size: ${font.base};
  }
`;

const Text = styled.p`
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Ask = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 8px;
  align-items: end;
`;

const Letters = styled.div`
  display: flex;
  align-items: center;
  gap: 5px;
  padding-top: 4px;

  & > b {
    display: grid;
    place-items: center;
    width: 30px;
    height: 36px;
    border: 1px solid ${color.lineStrong};
    border-radius: ${radius.md};
    background: ${color.surface};
    font-size: ${font.lg};
    font-weight: ${font.semibold};
    font-variant-numeric: tabular-nums;
  }
`;

/** Eight letters and digits to type on the phone, for those without a camera at hand. */
export function PairingLetters({ connection }: { connection: Connection }) {
  const t = useT();
  const [number, setNumber] = useState(connection.number ?? '');
  const [isCopied, setIsCopied] = useState(false);
  const ask = useAskLetters(connection.id);
  const once = useOnce(ask.isPending);
  const code = connection.pairingCode;

  const handleAsk = (event: FormEvent) => {
    event.preventDefault();
    once(() => ask.mutate(number.trim()));
  };
  const handleCopy = async () => {
    await navigator.clipboard.writeText(code);
    setIsCopied(true);
  };

  if (code === '') {
    return (
      <Root aria-label={t('connections.letters.title')}>
        <Head>
          <h3>{t('connections.letters.title')}</h3>
        </Head>
        <Text>{t('connections.letters.askText')}</Text>
        <Ask onSubmit={handleAsk} noValidate>
          <TextField
            label={t('connections.letters.number')}
            value={number}
            inputMode="tel"
            autoComplete="off"
            maxLength={30}
            placeholder="5511999990000"
            onChange={(event) => setNumber(event.target.value)}
          />
          <Button
            type="submit"
            variant="secondary"
            isBusy={ask.isPending || ask.isSuccess}
            disabled={number.trim() === ''}
          >
            {t('connections.letters.ask')}
          </Button>
        </Ask>
        {ask.isError && <Failure>{errorText(ask.error)}</Failure>}
      </Root>
    );
  }

  const [first, second] = letterHalves(code);
  return (
    <Root aria-label={t('connections.letters.title')}>
      <Head>
        <h3>{t('connections.letters.title')}</h3>
        <Button
          variant="ghost"
          size="sm"
          icon={isCopied ? <Check /> : <Copy />}
          onClick={() => void handleCopy().catch(() => undefined)}
        >
          {t(isCopied ? 'connections.letters.copied' : 'connections.letters.copy')}
        </Button>
      </Head>
      <Text>{t('connections.letters.text')}</Text>
      {/* letter by letter, as they are typed */}
      <Letters role="img" aria-label={t('connections.letters.code', { code: [...code].join(' ') })}>
        {first.map((letter, place) => (
          // eslint-disable-next-line react/no-array-index-key -- letters repeat and stay where they are
          <b key={place}>{letter}</b>
        ))}
        <span aria-hidden>–</span>
        {second.map((letter, place) => (
          // eslint-disable-next-line react/no-array-index-key -- letters repeat and stay where they are
          <b key={place}>{letter}</b>
        ))}
      </Letters>
    </Root>
  );
}
