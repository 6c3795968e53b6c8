import { useQuery } from '@tanstack/react-query';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import Send from 'lucide-react/icons/send-horizontal';
import { useDeferredValue, useState, type FormEvent } from 'react';
import styled from 'styled-components';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { IconButton } from '@/ui/IconButton';
import { Input } from '@/ui/Input';
import { playedOptions } from '../api';
import type { Menu } from './tree';

const Frame = styled.section`
  display: grid;
  grid-template-rows: auto minmax(0, 1fr) auto;
  height: 460px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.canvas};
  overflow: hidden;
`;

const Head = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 6px 6px 6px 12px;
  border-bottom: 1px solid ${color.line};
  background: ${color.surface};
  font-size: ${font.sm};
  font-weight: 520;
`;

const Bubbles = styled.div`
  display: flex;
  flex-direction: column;
  gap: 6px;
  padding: 12px;
  overflow-y: auto;
`;

const Bubble = styled.p`
  max-width: 88%;
  margin: 0;
  padding: 7px 10px;
  border-radius: ${radius.md};
  background: ${color.surface};
  font-size: ${font.sm};
  white-space: pre-wrap;
  overflow-wrap: anywhere;

  &[data-from='customer'] {
    align-self: flex-end;
    background: ${color.accentSoft};
  }
`;

const Note = styled.p`
  margin: 4px auto 0;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

const Foot = styled.form`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 6px;
  padding: 8px;
  border-top: 1px solid ${color.line};
  background: ${color.surface};
`;

interface PhoneProps {
  greeting: string;
  menu: Menu;
}

/** A customer's phone: what the robot answers is decided by the server, as it will be in earnest. */
export function Phone({ greeting, menu }: PhoneProps) {
  const t = useT();
  const [said, setSaid] = useState<readonly string[]>([]);
  const [text, setText] = useState('');
  const played = useQuery(playedOptions(greeting, useDeferredValue(menu), said));
  const bubbles = played.data?.bubbles ?? [];

  const handleSend = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() === '') return;
    setSaid([...said, text]);
    setText('');
  };
  return (
    <Frame aria-label={t('queues.phone')}>
      <Head>
        {t('queues.phone')}
        <IconButton label={t('queues.playAgain')} onClick={() => setSaid([])}>
          <RotateCcw />
        </IconButton>
      </Head>
      <Bubbles role="log" tabIndex={0} aria-label={t('queues.phoneTalk')}>
        {bubbles.map(({ body, fromCustomer, mediaName }, place) => (
          // The talk only grows at its end.
          // eslint-disable-next-line react/no-array-index-key
          <Bubble key={place} data-from={fromCustomer ? 'customer' : 'bot'}>
            {mediaName !== null && `📎 ${mediaName}\n`}
            {body}
          </Bubble>
        ))}
        {played.data && !played.data.talks && <Note>{t('queues.waitsForPerson')}</Note>}
        {played.isError && <Failure>{errorText(played.error)}</Failure>}
      </Bubbles>
      <Foot onSubmit={handleSend}>
        <Input
          aria-label={t('queues.phoneWrite')}
          placeholder={t('queues.phoneWrite')}
          value={text}
          autoComplete="off"
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" variant="soft" icon={<Send />} aria-label={t('queues.phoneSend')} />
      </Foot>
    </Frame>
  );
}
