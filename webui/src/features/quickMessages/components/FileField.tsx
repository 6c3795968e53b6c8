import Paperclip from 'lucide-react/icons/paperclip';
import X from 'lucide-react/icons/x';
import { useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import { color, font, radius, truncate } from '@/styles/tokens';
import { Button } from '@/ui/Button';
import { IconButton } from '@/ui/IconButton';
import type { Saving } from '../api';

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

interface FileFieldProps {
  /** The name of the file that is stored. */
  known: string | null;
  file: Saving['file'];
  onChange: (file: Saving['file']) => void;
}

/** One file, which can be chosen, replaced and taken off. */
export function FileField({ known, file, onChange }: FileFieldProps) {
  const t = useT();
  const picker = useRef<HTMLInputElement>(null);
  const name = file === 'keep' ? known : (file?.name ?? null);
  return (
    <Root>
      {name !== null && (
        <Name>
          <span>{name}</span>
          <IconButton size="sm" label={t('quick.removeFile', { name })} onClick={() => onChange(null)}>
            <X />
          </IconButton>
        </Name>
      )}
      <Button variant="secondary" icon={<Paperclip />} onClick={() => picker.current?.click()}>
        {name === null ? t('quick.attach') : t('quick.replace')}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={t('quick.attach')}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen) onChange(chosen);
          event.target.value = '';
        }}
      />
    </Root>
  );
}
