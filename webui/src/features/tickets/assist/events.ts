import { isRecord } from '@/api/error';

/** What a model's help says while it comes. */
export type HelpEvent =
  | { kind: 'read'; messages: number; sources: readonly string[] }
  | { kind: 'text'; text: string }
  | { kind: 'done'; isCut: boolean }
  | { kind: 'error'; code: string };

function toEvent(name: string, data: unknown): HelpEvent | null {
  if (!isRecord(data)) return null;
  switch (name) {
    case 'read':
      return {
        kind: 'read',
        messages: Number(data.messages),
        sources: Array.isArray(data.sources) ? data.sources.map(String) : [],
      };
    case 'text':
      return { kind: 'text', text: String(data.text) };
    case 'done':
      return { kind: 'done', isCut: data.isCut === true };
    case 'error':
      return { kind: 'error', code: String(data.error) };
    default:
      return null;
  }
}

function parseBlock(block: string): HelpEvent | null {
  let name = '';
  let data = '';
  for (const line of block.split('\n')) {
    if (line.startsWith('event: ')) name = line.slice(7);
    if (line.startsWith('data: ')) data = line.slice(6);
  }
  // a comment says that it is still there
  if (data === '') return null;
  try {
    return toEvent(name, JSON.parse(data));
  } catch {
    return null;
  }
}

/** Reads events from pieces of text, wherever those are cut. */
export function eventReader(onEvent: (event: HelpEvent) => void) {
  let rest = '';
  return (piece: string) => {
    const blocks = (rest + piece).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event) onEvent(event);
    }
  };
}
