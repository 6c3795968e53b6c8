import { useMemo, type ReactNode } from 'react';
import styled from 'styled-components';
import { color, font } from '@/styles/tokens';
import { isEmojiOnly, parseText, type TextNode } from '@/lib/messageText';

const Root = styled.span`
  white-space: pre-wrap;

  &[data-large] {
    font-size: 1.75rem;
    line-height: 36px;
  }
  &[data-large] + * {
    margin-top: 20px;
  }
  &[data-deleted] {
    color: ${color.textMuted};
    font-style: italic;
  }
  & a {
    color: inherit;
    text-decoration: underline;
    text-underline-offset: 2px;
  }
`;

const Mono = styled.code`
  padding: 1px 4px;
  border-radius: 4px;
  background: color-mix(in srgb, ${color.text} 8%, transparent);
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
  font-size: ${font.base};
`;

/** A line of a list hangs beside its mark; a quoted one stands beside a bar. */
const Line = styled.span`
  display: block;
  padding-left: 10px;
  border-left: 3px solid ${color.lineStrong};

  &[data-mark] {
    padding-left: 22px;
    border: 0;
    text-indent: -16px;
  }
  &[data-mark]::before {
    content: attr(data-mark);
    display: inline-block;
    min-width: 16px;
    padding-right: 4px;
    text-indent: 0;
  }
`;

function show(node: TextNode, key: number): ReactNode {
  switch (node.kind) {
    case 'text':
      return node.text;
    case 'mono':
      return <Mono key={key}>{node.text}</Mono>;
    case 'link':
      return (
        <a key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow">
          {node.text}
        </a>
      );
    case 'bold':
      return <b key={key}>{node.nodes.map(show)}</b>;
    case 'italic':
      return <i key={key}>{node.nodes.map(show)}</i>;
    case 'strike':
      return <s key={key}>{node.nodes.map(show)}</s>;
    case 'item':
    case 'quote':
      return (
        <Line key={key} data-mark={node.kind === 'item' ? node.mark : undefined}>
          {node.nodes.map(show)}
        </Line>
      );
  }
}

interface MessageTextProps {
  text: string;
  isDeleted?: boolean;
}

/** What was written, as elements: the marks of the messenger and links, never markup. */
export function MessageText({ text, isDeleted }: MessageTextProps) {
  const nodes = useMemo(() => parseText(text.trim()), [text]);
  if (text.trim() === '') return null;
  return (
    <Root dir="auto" data-large={isEmojiOnly(text) || undefined} data-deleted={isDeleted || undefined}>
      {nodes.map(show)}
    </Root>
  );
}
