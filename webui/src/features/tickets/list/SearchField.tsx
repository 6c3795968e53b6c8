import Search from 'lucide-react/icons/search';
import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color } from '@/styles/tokens';
import { Input } from '@/ui/Input';

const Root = styled.div`
  position: relative;
  padding: 12px 14px 10px;

  & > svg {
    position: absolute;
    top: 22px;
    left: 25px;
    width: 16px;
    height: 16px;
    color: ${color.textSubtle};
    pointer-events: none;
  }
  & > input {
    padding-left: 34px;
  }
  & > input::-webkit-search-cancel-button {
    appearance: none;
  }
`;

interface SearchFieldProps {
  text: string;
  onChange: (text: string) => void;
}

/** The field itself holds what is typed: the address, which begins it, follows too late for quick fingers. */
export function SearchField({ text, onChange }: SearchFieldProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  // Synchronises with the keyboard: who opens the search wants to type.
  useEffect(() => input.current?.focus(), []);
  return (
    <Root>
      <Search aria-hidden />
      <Input
        ref={input}
        type="search"
        defaultValue={text}
        aria-label={t('tickets.search')}
        placeholder={t('search.placeholder')}
        onChange={(event) => onChange(event.target.value)}
      />
    </Root>
  );
}
