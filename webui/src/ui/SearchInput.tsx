import Search from 'lucide-react/icons/search';
import type { InputHTMLAttributes, Ref } from 'react';
import styled from 'styled-components';
import { color } from '@/styles/tokens';
import { Input } from './Input';

const Root = styled.div`
  position: relative;
  min-width: 0;

  & > svg {
    position: absolute;
    top: 10px;
    left: 11px;
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

interface SearchInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'aria-label' | 'onChange' | 'type'> {
  /** What is searched: its accessible name. */
  label: string;
  onSearch: (text: string) => void;
  ref?: Ref<HTMLInputElement>;
}

/** A search field above a list. */
export function SearchInput({ label, onSearch, ref, ...rest }: SearchInputProps) {
  return (
    <Root>
      <Search aria-hidden />
      <Input
        placeholder={label}
        {...rest}
        ref={ref}
        type="search"
        aria-label={label}
        onChange={(event) => onSearch(event.target.value)}
      />
    </Root>
  );
}
