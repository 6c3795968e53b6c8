import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import styled from 'styled-components';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Button } from './Button';
import { IconButton } from './IconButton';

const Root = styled.div`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
`;

const Name = styled.span`
  display: flex;
  align-items: center;
  gap: 8px;
  min-width: 0;
  height: 34px;
  padding: 0 4px 0 12px;
  border: 1px solid ${color.line};
  border-radius: ${radius.md};
  font-size: ${font.base};

  & > span {
    ${truncate}
  }
`;

/** What becomes of a record's file: a new one, none in place of the one before, or what there is. */
export type FileChange = File | null | 'keep';

interface FileFieldProps {
  /** The name of the file that is there, stored or just chosen. */
  name: string | null;
  words: { attach: string; replace: string; remove: (name: string) => string };
  onChange: (file: File | null) => void;
}

/** One file, which can be chosen, replaced and taken off. */
export function FileField({ name, words, onChange }: FileFieldProps) {
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Root>
      {name !== null && (
        <Name>
          <span>{name}</span>
          <IconButton size="sm" label={words.remove(name)} onClick={() => onChange(null)}>
            <X />
          </IconButton>
        </Name>
      )}
      <Button variant="secondary" icon={<Paperclip />} onClick={() => picker.current?.click()}>
        {name === null ? words.attach : words.replace}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={words.attach}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChange(chosen);
          event.target.value = '';
        }}
      />
    </Root>
  );
}
