import { useEffect, useRef } from 'react';
import styled from 'styled-components';
import { useT } from '@/i18n';
import type { PickedFile } from '@/state/composing';
import { AttachmentItem } from './AttachmentItem';

const Root = styled.ul`
  display: grid;
  gap: 8px;
  max-height: 260px;
  padding: 10px 10px 8px;
  overflow-y: auto;
`;

interface AttachmentTrayProps {
  files: readonly PickedFile[];
  onChange: (files: readonly PickedFile[]) => void;
  onSend: () => void;
}

/** The files of the next message, each with its caption. */
export default function AttachmentTray({ files, onChange, onSend }: AttachmentTrayProps) {
  const t = useT();
  const list = useRef<HTMLUListElement>(null);
  const count = files.length;
  // Synchronises with the keyboard: the first caption is ready to be typed, also when the file that had the focus is
  // gone.
  useEffect(() => {
    if (!list.current?.contains(document.activeElement)) list.current?.querySelector('input')?.focus();
  }, [count]);
  return (
    <Root ref={list} aria-label={t('compose.attachments')}>
      {files.map((picked) => (
        <AttachmentItem
          key={picked.id}
          picked={picked}
          onCaption={(caption) => onChange(files.map((each) => (each.id === picked.id ? { ...each, caption } : each)))}
          onRemove={() => onChange(files.filter((each) => each.id !== picked.id))}
          onSend={onSend}
        />
      ))}
    </Root>
  );
}
