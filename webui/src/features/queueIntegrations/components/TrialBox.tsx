import { useState } from 'react';
import styled from 'styled-components';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { TextField } from '@/ui/TextField';
import { useOnce } from '@/ui/useOnce';
import { useTryIntegration, type TrialBody } from '../api';

const Row = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 8px;

  & > :first-child {
    flex: 1;
    min-width: 0;
  }
`;

/** Takes no room before there is something to read. */
const Heard = styled.div`
  &:empty {
    margin-top: -12px;
  }
`;

const Answers = styled.ul`
  display: grid;
  gap: 6px;
  margin: 0;
  padding: 0;
  list-style: none;

  & > li {
    padding: 8px 10px;
    border-radius: ${radius.md};
    background: ${color.active};
    font-size: ${font.base};
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  & > li[data-quiet] {
    background: none;
    color: ${color.textMuted};
    padding: 0 10px;
  }
`;

interface TrialBoxProps {
  /** What is asked with this text; null where something is wrong, which says so itself. */
  bodyOf: (text: string) => TrialBody | null | Promise<TrialBody | null>;
}

/** A118: asks an integration once, and shows what a customer would read. */
export function TrialBox({ bodyOf }: TrialBoxProps) {
  const t = useT();
  const trial = useTryIntegration();
  const once = useOnce(trial.isPending);
  const [text, setText] = useState('');

  const handleTry = async () => {
    const body = await bodyOf(text);
    if (body) trial.mutate(body);
  };

  const answer = trial.data;
  return (
    <>
      <Row>
        <TextField
          label={t('queueIntegrations.trial')}
          placeholder={t('queueIntegrations.greeting')}
          autoComplete="off"
          // nothing is lost with it: closing its dialog asks no question
          inputMode="search"
          maxLength={4096}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            // Enter tries out, it does not save
            if (event.key !== 'Enter') return;
            event.preventDefault();
            once(handleTry);
          }}
        />
        <Button variant="secondary" isBusy={trial.isPending} onClick={() => once(handleTry)}>
          {t('queueIntegrations.try')}
        </Button>
      </Row>
      <Heard aria-live="polite">
        {answer && (
          <Answers aria-label={t('queueIntegrations.answer')}>
            {answer.messages.map((message, place) => (
              // messages have no name and never move
              // eslint-disable-next-line @eslint-react/no-array-index-key
              <li key={place}>{message}</li>
            ))}
            {answer.commands.map((command) => (
              <li key={command} data-quiet>
                {command}
              </li>
            ))}
            {answer.messages.length + answer.commands.length === 0 && (
              <li data-quiet>{t('queueIntegrations.silent')}</li>
            )}
          </Answers>
        )}
        {trial.isError && <Failure>{errorText(trial.error)}</Failure>}
      </Heard>
    </>
  );
}
