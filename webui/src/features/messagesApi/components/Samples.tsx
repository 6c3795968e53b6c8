import { useId, useState } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius } from '@/styles/tokens';
import { CodeText, CopyButton } from '@/ui/Code';
import { Pill } from '@/ui/Pill';
import { Tabs } from '@/ui/Tabs';
import type { TrialAnswer } from '../api';
import { LANGUAGES, sampleOf, toneOf, type Language, type Trial } from '../model';

const Box = styled.section`
  display: grid;
  gap: 10px;
  min-width: 0;
  padding: 8px 16px 14px;
  border: 1px solid ${color.line};
  border-radius: ${radius.lg};
  background: ${color.surface};

  & > header {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 40px;
    font-size: ${font.base};
  }
  & > header > :last-child {
    margin-left: auto;
  }
  & > header > span {
    color: ${color.textMuted};
  }
`;

const NAMES: Record<Language, string> = { curl: 'curl', javascript: 'JavaScript', python: 'Python', php: 'PHP' };

/** The form beside it as a program. */
export function Samples({ trial }: { trial: Trial }) {
  const t = useT();
  const [language, setLanguage] = useState<Language>('curl');
  const panel = useId();
  const text = sampleOf(language, trial);
  return (
    <Box aria-label={t('messagesApi.samples')}>
      <header>
        <Tabs
          label={t('messagesApi.samples')}
          look="underlined"
          items={LANGUAGES.map((id) => ({ id, label: NAMES[id] }))}
          selected={language}
          onSelect={setLanguage}
          panelId={panel}
        />
        <CopyButton label={t('messagesApi.copySample')} copiedLabel={t('messagesApi.copied')} text={text} />
      </header>
      <CodeText id={panel} role="tabpanel" aria-label={NAMES[language]} tabIndex={0}>
        {text}
      </CodeText>
    </Box>
  );
}

/** What came back, as a program gets it. */
export function AnswerBox({ answer }: { answer: TrialAnswer }) {
  const t = useT();
  const text = JSON.stringify(answer.body, null, 2);
  return (
    <Box aria-label={t('messagesApi.response')} aria-live="polite">
      <header>
        <strong>{t('messagesApi.response')}</strong>
        <Pill tone={toneOf(answer.status)}>{answer.status}</Pill>
        <span>{t('messagesApi.millis', { count: answer.millis })}</span>
        <CopyButton label={t('messagesApi.copyResponse')} copiedLabel={t('messagesApi.copied')} text={text} />
      </header>
      <CodeText tabIndex={0}>{text}</CodeText>
    </Box>
  );
}
