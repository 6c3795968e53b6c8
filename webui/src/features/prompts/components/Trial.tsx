import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Prompt } from '@/api/types';
import { errorText, useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { Failure } from '@/ui/Failure';
import { Panel } from '@/ui/Panel';
import { TextField } from '@/ui/TextField';
import { useOnce } from '@/ui/useOnce';
import { useTryPrompt } from '../api';
import { toTrial, type PromptForm } from '../model';

const Row = styled.div`
  display: flex;
  align-items: flex-end;
  gap: 8px;

  & > :first-child {
    flex: 1;
    min-width: 0;
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
    background: ${color.surface};
    overflow-wrap: anywhere;
    white-space: pre-wrap;
  }
  & > li[data-quiet] {
    background: none;
    color: ${color.textMuted};
    font-size: ${font.sm};
  }
`;

/** Asks the model as the prompt stands in the dialog, and shows what a customer would read. */
export function Trial({ edited }: { edited: Prompt | null }) {
  const t = useT();
  const form = useFormContext<PromptForm>();
  const trial = useTryPrompt();
  const once = useOnce(trial.isPending);
  const [text, setText] = useState('');

  const handleTry = async () => {
    // name and queue are nobody's business here
    const isSound = await form.trigger(['prompt', 'apiKey', 'baseUrl', 'model', 'maxTokens', 'temperature']);
    if (isSound) trial.mutate(toTrial(form.getValues(), edited?.id ?? null, text));
  };

  const answer = trial.data;
  return (
    <Panel>
      <Row>
        <TextField
          label={t('prompts.trial')}
          placeholder={t('prompts.greeting')}
          autoComplete="off"
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
          {t('prompts.try')}
        </Button>
      </Row>
      <div aria-live="polite">
        {answer && (
          <Answers aria-label={t('prompts.answer')}>
            {answer.text !== '' && <li>{answer.text}</li>}
            {answer.handsOver && <li data-quiet>{t('prompts.handsOver')}</li>}
          </Answers>
        )}
        {trial.isError && <Failure>{errorText(trial.error)}</Failure>}
      </div>
    </Panel>
  );
}
