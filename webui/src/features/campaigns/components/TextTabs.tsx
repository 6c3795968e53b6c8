import { Suspense, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import styled from 'styled-components';
import type { Connection } from '@/api/types';
import { lazyPart, problemText, useT } from '@/i18n';
import { insertAt } from '@/lib/insertAt';
import { color, font, radius } from '@/styles/tokens';
import { FieldGroup } from '@/ui/FieldGroup';
import { Skeleton } from '@/ui/Skeleton';
import { Tabs } from '@/ui/Tabs';
import { TextArea } from '@/ui/TextArea';
import { NUMBERS, templateOf, type CampaignForm, type TextNumber } from '../model';

const TextTemplates = lazyPart(() => import('./TextTemplates'), 'templates');

const Words = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
`;

const Word = styled.button`
  height: 24px;
  padding: 0 8px;
  border-radius: ${radius.sm};
  background: ${color.active};
  color: ${color.textMuted};
  font-size: ${font.xs};
  font-weight: ${font.medium};

  &:hover:not(:disabled) {
    background: ${color.accentSoft};
    color: ${color.accentText};
  }
`;

interface TextTabsProps {
  kind: 'message' | 'confirmationMessage';
  words: readonly string[];
  isLocked: boolean;
  /** The chosen numbers that send templates. */
  official: readonly Connection[];
  onShown: (key: `${'message' | 'confirmationMessage'}${TextNumber}`) => void;
}

/** A141: five texts, of which those that are written take turns; a hollow dot is an empty one. */
export function TextTabs({ kind, words, isLocked, official, onShown }: TextTabsProps) {
  const t = useT();
  const { watch, setValue, formState } = useFormContext<CampaignForm>();
  const [number, setNumber] = useState<TextNumber>(1);
  const field = useRef<HTMLTextAreaElement>(null);
  const key = `${kind}${number}` as const;
  const value = watch(key);
  const problem = formState.errors[key]?.message;
  const change = (text: string) => setValue(key, text, { shouldDirty: true });
  const put = (word: string) => {
    const element = field.current;
    const [start, end] = [element?.selectionStart ?? value.length, element?.selectionEnd ?? value.length];
    const [text, cursor] = insertAt(value, start, end, `{${word}}`);
    change(text);
    element?.focus();
    requestAnimationFrame(() => element?.setSelectionRange(cursor, cursor));
  };
  const templates = watch('templates');
  const isEmpty = (each: TextNumber) =>
    watch(`${kind}${each}`).trim() === '' &&
    official.every(({ id }) => templateOf(templates, `${kind}${each}`, id) === null);
  const label = (each: TextNumber) => t(`campaigns.${kind}`, { number: each });
  return (
    <FieldGroup>
      <legend>{t(`campaigns.${kind}Tabs`)}</legend>
      <Tabs
        label={t(`campaigns.${kind}Tabs`)}
        look="underlined"
        items={NUMBERS.map((each) => ({
          id: String(each) as `${TextNumber}`,
          label: (
            <>
              <span aria-hidden>{isEmpty(each) ? '○' : '●'}</span> {label(each)}
            </>
          ),
        }))}
        selected={String(number) as `${TextNumber}`}
        onSelect={(id) => {
          const next = Number(id) as TextNumber;
          setNumber(next);
          onShown(`${kind}${next}`);
        }}
      />
      <TextArea
        ref={field}
        label={label(number)}
        rows={5}
        maxLength={4096}
        value={value}
        readOnly={isLocked}
        error={problemText(problem)}
        onFocus={() => onShown(key)}
        onChange={(event) => change(event.target.value)}
      />
      {!isLocked && (
        <Words role="group" aria-label={t('campaigns.words')}>
          {words.map((word) => (
            <Word key={word} type="button" onClick={() => put(word)}>{`{${word}}`}</Word>
          ))}
        </Words>
      )}
      {official.length > 0 && (
        <Suspense fallback={<Skeleton height={58} />}>
          <TextTemplates text={key} numbers={official} isLocked={isLocked} />
        </Suspense>
      )}
    </FieldGroup>
  );
}
