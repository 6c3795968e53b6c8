import { Autocomplete } from '@base-ui/react/autocomplete';
import { useEffect, useEffectEvent, useState, type ReactNode, type Ref } from 'react';
import styled from 'styled-components';
import { color, font, height, radius } from '@/styles/tokens';
import { useT } from '@/i18n';
import type { ComboSearch } from './comboSearch';
import { Field } from './Field';
import { Input } from './Input';
import { Spinner } from './Spinner';

const Root = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
`;

const List = styled(Autocomplete.List)`
  max-height: 300px;
  overflow-y: auto;
  overscroll-behavior: contain;

  &:empty {
    display: none;
  }
`;

const Item = styled(Autocomplete.Item)`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: ${height.row};
  padding: 6px 8px;
  border-radius: ${radius.md};
  font-size: ${font.base};
  text-align: left;
  cursor: pointer;

  &:hover {
    background: ${color.hover};
  }
  &[data-highlighted] {
    background: ${color.active};
  }
  &[aria-selected='true'] {
    background: ${color.selected};
    color: ${color.accentText};
  }
  &[data-highlighted][aria-selected='true'] {
    background: ${color.accentSoft};
  }
  &[aria-disabled='true'] {
    opacity: 0.55;
    cursor: default;
  }
`;

const Note = styled.p`
  padding: 4px 8px;
  color: ${color.textMuted};
  font-size: ${font.sm};
`;

export interface ComboboxProps<Option> {
  label: string;
  /** The label is above the field, or only for the ears. */
  isLabelHidden?: boolean;
  placeholder?: string;
  hint?: string | undefined;
  error?: string | undefined;
  search: ComboSearch;
  options: readonly Option[];
  keyOf: (option: Option) => string | number;
  children: (option: Option, isActive: boolean) => ReactNode;
  /** Chosen by a press or by Enter. */
  onChoose: (option: Option) => void;
  /** Which ones are chosen already, where that can be. */
  isChosen?: (option: Option) => boolean;
  isMultiple?: boolean;
  isLocked?: boolean;
  /** The options belong to what is typed; until then Enter waits for them. */
  isAnswered: boolean;
  /** Said when there is an answer without options. */
  none?: ReactNode;
  /** The first option is ready to be chosen before anything is typed. */
  isReady?: boolean;
  /** Enter where there is nothing to choose. */
  onEnter?: () => void;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A text that finds, and below it what it found. The keyboard stays in the text: arrows go through the options, Enter
 * takes one; pressed before there is an answer, it takes the first of the answer to what was typed.
 */
export function Combobox<Option>({
  label,
  isLabelHidden,
  placeholder,
  hint,
  error,
  search,
  options,
  keyOf,
  children,
  onChoose,
  isChosen,
  isMultiple,
  isLocked = false,
  isAnswered,
  none,
  isReady = false,
  onEnter,
  inputRef,
}: ComboboxProps<Option>) {
  const t = useT();
  const [entered, setEntered] = useState<string | null>(null);
  const [highlighted, setHighlighted] = useState<string | number | null>(null);
  const typed = search.text.trim();
  // Before the list has caught up with what was typed, its first one is meant.
  const active =
    options.find((option) => keyOf(option) === highlighted) ?? (isReady || typed !== '' ? options[0] : undefined);
  // What is typed after Enter asks anew.
  if (entered !== null && entered !== typed) setEntered(null);
  const take = useEffectEvent(() => {
    if (active !== undefined) onChoose(active);
    else onEnter?.();
  });
  const isDue = isAnswered && entered !== null && entered === typed;
  // Synchronises with the server: Enter was pressed before its answer.
  useEffect(() => {
    if (isDue) take();
  }, [isDue]);

  const input = (control?: object) => (
    <Autocomplete.Input
      render={<Input ref={inputRef} {...control} />}
      aria-label={isLabelHidden ? label : undefined}
      inputMode="search"
      autoComplete="off"
      maxLength={200}
      placeholder={placeholder}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
        event.preventDefault();
        event.preventBaseUIHandler();
        if (isLocked) return;
        if (!isAnswered) {
          setEntered(typed);
          search.onHurry();
        } else if (active !== undefined) onChoose(active);
        else onEnter?.();
      }}
    />
  );
  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={options}
      filter={null}
      value={search.text}
      autoHighlight={isReady || typed !== '' ? 'always' : false}
      itemToStringValue={(option: Option) => String(keyOf(option))}
      onValueChange={(text, { reason }) => {
        if (reason !== 'input-change' && reason !== 'input-clear') return;
        setHighlighted(null);
        search.onText(text);
      }}
      onItemHighlighted={(option: Option | undefined) => setHighlighted(option === undefined ? null : keyOf(option))}
    >
      <Root>
        {isLabelHidden ? (
          input()
        ) : (
          <Field label={label} hint={hint} error={error}>
            {input}
          </Field>
        )}
        {!isAnswered && options.length === 0 && <Spinner />}
        <List aria-label={label} aria-multiselectable={isMultiple || undefined}>
          {(option: Option) => (
            <Item
              key={keyOf(option)}
              value={option}
              disabled={isLocked}
              aria-selected={isChosen ? isChosen(option) : option === active}
              onClick={() => onChoose(option)}
            >
              {children(option, option === active)}
            </Item>
          )}
        </List>
        {isAnswered && options.length === 0 && none && <Note role="status">{none}</Note>}
        {entered !== null && !isAnswered && <span className="visually-hidden">{t('common.loading')}</span>}
      </Root>
    </Autocomplete.Root>
  );
}
