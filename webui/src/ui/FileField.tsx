import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
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
  /** What the browser offers to choose from, such as ".png,.jpg". */
  accept?: string;
  onChange: (file: File | null) => void;
}

/** One file, which can be chosen, replaced and taken off. */
export function FileField({ name, accept, onChange }: FileFieldProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  return (
    <Root>
      {name !== null && (
        <Name>
          <span>{name}</span>
          <IconButton size="sm" label={t('common.removeFile', { name })} onClick={() => onChange(null)}>
            <X />
          </IconButton>
        </Name>
      )}
      <Button variant="secondary" icon={<Paperclip />} onClick={() => picker.current?.click()}>
        {name === null ? t('common.attachFile') : t('common.replaceFile')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        accept={accept}
        aria-label={t('common.attachFile')}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChange(chosen);
          event.target.value = '';
        }}
      />
    </Root>
  );
}
