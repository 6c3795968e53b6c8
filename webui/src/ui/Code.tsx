import Check from 'lucide-react/icons/check';
import Copy from 'lucide-react/icons/copy';
import { useState } from 'react';
import styled from 'styled-components';
import { font } from '@/styles/tokens';
import { IconButton } from './IconButton';

/** Letters of one width. */
export const Mono = styled.code`
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: ${font.sm};
  overflow-wrap: anywhere;
`;

/** Program text that scrolls by itself. */
export const CodeText = styled.pre`
  margin: 0;
  max-height: 340px;
  overflow: auto;
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: ${font.sm};
  line-height: 1.6;
  white-space: pre-wrap;
  overflow-wrap: anywhere;
`;

/** Puts a text on the clipboard and says so. */
export function CopyButton({ label, copiedLabel, text }: { label: string; copiedLabel: string; text: string }) {
  const [copied, setCopied] = useState('');
  const isCopied = copied !== '' && copied === text;
  const handleCopy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return (
    <IconButton
      size="sm"
      label={isCopied ? copiedLabel : label}
      onClick={() => void handleCopy().catch(() => undefined)}
    >
      {isCopied ? <Check /> : <Copy />}
    </IconButton>
  );
}
