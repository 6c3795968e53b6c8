import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { MessageMeta } from './MessageMeta';

const LABELS = /Robô|Agendada|Campanha|API|Integração/;
const show = (author: Message['author'], more: Partial<Message> = {}) =>
  renderSignedIn(<MessageMeta message={makeMessage({ fromMe: author !== 'contact', author, ...more })} />);

describe('the mark of who speaks', () => {
  it.each([
    ['bot', 'Robô'],
    ['schedule', 'Agendada'],
    ['campaign', 'Campanha'],
    ['api', 'API'],
    ['integration', 'Integração'],
  ] as const)('names %s as %s', (author, label) => {
    show(author);
    expect(screen.getByText(label)).toBeTruthy();
  });

  it.each(['contact', 'user', 'phone'] as const)('is missing where a person wrote: %s', (author) => {
    show(author);
    expect(screen.getByText(/\d\d:\d\d/)).toBeTruthy();
    expect(screen.queryByText(LABELS)).toBeNull();
  });

  it('is missing at what never leaves the desk', () => {
    show('bot', { isPrivate: true });
    expect(screen.queryByText(LABELS)).toBeNull();
  });
});
