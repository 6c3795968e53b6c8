import { apiBy } from '@/api/client';
import { streaming } from '@/api/streaming';
import { eventReader, type HelpEvent } from './events';

export const STYLES = ['improve', 'formal', 'shorter', 'pt', 'en', 'es'] as const;
export type Style = (typeof STYLES)[number];
/** What a model is asked for. */
export type Wish =
  | { kind: 'suggest' | 'summary' }
  | { kind: 'rewrite'; text: string; style: Style }
  | { kind: 'transcribe'; messageId: number };

/** Asks, and ends when the answer does. */
export async function ask(
  ticketId: number,
  wish: Wish,
  signal: AbortSignal,
  onEvent: (event: HelpEvent) => void,
): Promise<void> {
  const api = apiBy(streaming(eventReader(onEvent)));
  const path = { id: ticketId };
  switch (wish.kind) {
    case 'suggest':
      await api.post('/tickets/{id}/ai/suggest', { path, signal });
      break;
    case 'summary':
      await api.post('/tickets/{id}/ai/summary', { path, signal });
      break;
    case 'rewrite':
      await api.post('/ai/rewrite', { body: { text: wish.text, style: wish.style }, signal });
      break;
    case 'transcribe':
      await api.post('/messages/{id}/transcribe', { path: { id: wish.messageId }, signal });
  }
}
