/** One person of a contact card, as far as a desk needs it. */
export interface Card {
  name: string;
  phones: { number: string; label: string }[];
  email: string | null;
  organization: string | null;
}

interface Line {
  name: string;
  params: Map<string, string>;
  value: string;
}

const unescape = (value: string) =>
  value
    .replaceAll(/\\n/gi, ' ')
    .replaceAll(/\\([,;:\\])/g, '$1')
    .trim();

function decodeQuoted(value: string): string {
  try {
    return decodeURIComponent(value.replaceAll('%', '%25').replaceAll(/=([0-9A-F]{2})/gi, '%$1'));
  } catch {
    return value;
  }
}

function parseLine(text: string): Line | null {
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  const [head = '', ...rest] = text.slice(0, colon).split(';');
  const params = new Map<string, string>();
  for (const part of rest) {
    const [key = '', value] = part.split('=');
    if (value === undefined) params.set('TYPE', key);
    else params.set(key.toUpperCase(), value);
  }
  const raw = text.slice(colon + 1);
  const isQuoted = params.get('ENCODING')?.toUpperCase() === 'QUOTED-PRINTABLE';
  // `item1.TEL` belongs to a group of lines; only the property counts.
  const name = (head.split('.').at(-1) ?? '').toUpperCase();
  return { name, params, value: isQuoted ? decodeQuoted(raw) : raw };
}

function toCard(lines: readonly Line[]): Card | null {
  const value = (name: string) => lines.find((line) => line.name === name)?.value;
  const phones = lines
    .filter((line) => line.name === 'TEL')
    .map((line) => ({
      number: line.params.get('WAID') ?? line.value.replace(/^tel:/i, '').replaceAll(/[^\d+]/g, ''),
      label: unescape(line.value.replace(/^tel:/i, '')),
    }))
    .filter((phone) => phone.number !== '');
  const structured = (value('N') ?? '').split(';').map(unescape);
  const parts = [structured[1], structured[0]].filter((part) => part !== undefined && part !== '').join(' ');
  const name = unescape(value('FN') ?? '') || parts || phones[0]?.label || '';
  if (name === '') return null;
  const email = unescape(value('EMAIL') ?? '');
  const organization = unescape((value('ORG') ?? '').replace(/;+$/, ''));
  return { name, phones, email: email || null, organization: organization || null };
}

/** Reads every card of a vCard text and forgives what it does not know. */
export function parseVcard(text: string): Card[] {
  // A line that begins with a space goes on from the one before it.
  const lines = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/\n[ \t]/g, '')
    .split('\n');
  const cards: Card[] = [];
  let current: Line[] = [];
  for (const each of lines) {
    const line = parseLine(each.trim());
    if (!line) continue;
    if (line.name === 'BEGIN') current = [];
    else if (line.name === 'END') {
      const card = toCard(current);
      if (card) cards.push(card);
      current = [];
    } else current.push(line);
  }
  const rest = toCard(current);
  return rest ? [...cards, rest] : cards;
}
