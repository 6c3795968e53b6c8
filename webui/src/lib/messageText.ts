/** Parts of a customer's text, ready to become elements: never markup. */
export type TextNode =
  | { kind: 'text'; text: string }
  | { kind: 'link'; text: string; href: string }
  | { kind: 'mono'; text: string }
  | { kind: 'bold' | 'italic' | 'strike' | 'quote'; nodes: TextNode[] }
  /** A line of a list, with what stands before it. */
  | { kind: 'item'; mark: string; nodes: TextNode[] };

const MARKS: Record<string, 'bold' | 'italic' | 'strike'> = { '*': 'bold', _: 'italic', '~': 'strike' };
const LINK = /(?:https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|tel:\+?[\d().-]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/iy;
/** What makes a line a quote or one of a list. */
const LINE = /(?:>|[-*•]|\d{1,3}\.) (?=\S)/y;
const TRAILING = /[.,;:!?'*_~)\]]+$/;
const WORD = /[\p{L}\p{N}]/u;
const MAX_DEPTH = 4;

const isWord = (char: string | undefined) => char !== undefined && WORD.test(char);

/** Only these schemes ever become an address that can be clicked. */
export function safeHref(text: string): string | null {
  const candidate = text.includes('@') && !/^\w+:/.test(text) ? `mailto:${text}` : text;
  try {
    const { protocol, href } = new URL(candidate);
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? href : null;
  } catch {
    return null;
  }
}

function matchLink(text: string, at: number): { text: string; href: string } | null {
  if (isWord(text[at - 1])) return null;
  LINK.lastIndex = at;
  const found = LINK.exec(text)?.[0];
  if (found === undefined) return null;
  const hasPair = found.includes('(');
  const trimmed = hasPair ? found.replace(/[.,;:!?'*_~]+$/, '') : found.replace(TRAILING, '');
  const href = safeHref(trimmed);
  return href === null ? null : { text: trimmed, href };
}

/** The index of the closing mark: same line, something between, and no word right behind it. */
function closing(text: string, at: number, mark: string): number {
  if (isWord(text[at - 1]) || /\s/.test(text[at + 1] ?? ' ') || text[at + 1] === mark) return -1;
  for (let index = at + 2; index < text.length; index += 1) {
    if (text[index] === '\n') return -1;
    const isEnd = text[index] === mark && !/\s/.test(text[index - 1] ?? ' ') && !isWord(text[index + 1]);
    if (isEnd) return index;
  }
  return -1;
}

/** A line of its own kind that begins here, and where the next one begins. */
function matchLine(text: string, at: number): { node: TextNode; next: number } | null {
  if (at > 0 && text[at - 1] !== '\n') return null;
  LINE.lastIndex = at;
  const mark = LINE.exec(text)?.[0];
  if (mark === undefined) return null;
  const end = text.indexOf('\n', at);
  const until = end === -1 ? text.length : end;
  const nodes = parseText(text.slice(at + mark.length, until), 1);
  const sign = mark.trim();
  const node: TextNode =
    sign === '>' ? { kind: 'quote', nodes } : { kind: 'item', mark: /\d/.test(sign) ? sign : '•', nodes };
  return { node, next: until + 1 };
}

/**
 * `*bold*`, `_italic_`, `~strike~`, monospace in backticks, lines of lists, quoted lines, and links; everything else stays
 * as it was written.
 */
export function parseText(text: string, depth = 0): TextNode[] {
  const nodes: TextNode[] = [];
  let plain = '';
  const push = (node: TextNode) => {
    if (plain !== '') nodes.push({ kind: 'text', text: plain });
    plain = '';
    nodes.push(node);
  };
  let index = 0;
  while (index < text.length) {
    const line = depth === 0 ? matchLine(text, index) : null;
    if (line) {
      push(line.node);
      index = line.next;
      continue;
    }
    const char = text[index] ?? '';
    const fence = char === '`' ? (text.startsWith('```', index) ? '```' : '`') : '';
    const fenceEnd = fence === '' ? -1 : text.indexOf(fence, index + fence.length);
    if (fenceEnd > index + fence.length) {
      push({ kind: 'mono', text: text.slice(index + fence.length, fenceEnd) });
      index = fenceEnd + fence.length;
      continue;
    }
    const link = matchLink(text, index);
    if (link) {
      push({ kind: 'link', ...link });
      index += link.text.length;
      continue;
    }
    const mark = MARKS[char];
    const end = mark && depth < MAX_DEPTH ? closing(text, index, char) : -1;
    if (mark && end > 0) {
      push({ kind: mark, nodes: parseText(text.slice(index + 1, end), depth + 1) });
      index = end + 1;
      continue;
    }
    plain += char;
    index += 1;
  }
  if (plain !== '') nodes.push({ kind: 'text', text: plain });
  return nodes;
}

const plainOf = (nodes: readonly TextNode[]): string =>
  nodes
    .map((node) => {
      if (!('nodes' in node)) return node.text;
      const text = plainOf(node.nodes);
      // a line of its own ends with a gap
      return node.kind === 'item' ? `${node.mark} ${text} ` : node.kind === 'quote' ? `${text} ` : text;
    })
    .join('');

/** The text without its marks, for previews in one line. */
export const plainText = (text: string) => plainOf(parseText(text)).replaceAll(/\s+/g, ' ').trim();

const EMOJI_ONLY =
  /^(?:\p{Extended_Pictographic}(?:\uFE0F|\u200D\p{Extended_Pictographic}|\p{Emoji_Modifier})*\s*){1,3}$/u;

/** Up to three emoji alone are shown large. */
export const isEmojiOnly = (text: string) => EMOJI_ONLY.test(text.trim());
