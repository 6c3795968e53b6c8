import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/api/types';
import { makeMessage } from '@/dev/fixtures';
import { renderSignedIn } from '@/dev/signedIn';
import { MessageExtras } from './MessageExtras';
import { MessageMeta } from './MessageMeta';
import { RowView } from '@/features/tickets/conversation/RowView';

const details = (more: Partial<NonNullable<Message['details']>>): NonNullable<Message['details']> => ({
  referral: null,
  product: null,
  description: null,
  forwarded: null,
  sticker: false,
  form: null,
  rating: null,
  transcript: null,
  sources: [],
  history: false,
  recovered: false,
  ...more,
});
const ad = (sourceUrl: string) =>
  details({
    referral: {
      sourceUrl,
      sourceId: '12',
      sourceType: 'ad',
      headline: 'Fale conosco',
      body: 'Promoção de inverno',
      clickId: null,
    },
  });

describe('what comes with a message', () => {
  it('leads to the advertisement by which the customer came', () => {
    renderSignedIn(<MessageExtras details={ad('https://fb.me/x')} />);
    expect(screen.getByText('Veio de um anúncio')).toBeTruthy();
    expect(screen.getByText('Promoção de inverno')).toBeTruthy();
    expect(screen.getByRole('link').getAttribute('href')).toBe('https://fb.me/x');
  });

  it('shows the rating that a message is, in words and stars', () => {
    const { container } = renderSignedIn(<MessageExtras details={details({ rating: 2 })} />);
    expect(screen.getByText('Avaliação do cliente')).toBeTruthy();
    expect(screen.getByText('Satisfeito')).toBeTruthy();
    expect(container.querySelectorAll('[data-full]')).toHaveLength(2);
  });

  it('makes no link of an address that is none of the web', () => {
    renderSignedIn(<MessageExtras details={ad('javascript:alert(1)')} />);
    expect(screen.getByText('Fale conosco')).toBeTruthy();
    expect(screen.queryByRole('link')).toBeNull();
  });

  it('says that a message was forwarded, and of which product it speaks', () => {
    const more = details({ forwarded: 'often', product: { catalogId: '1', productId: 'di9ozbzfi4' } });
    renderSignedIn(<MessageExtras details={more} />);
    expect(screen.getByText('Encaminhada com frequência')).toBeTruthy();
    expect(screen.getByText('di9ozbzfi4')).toBeTruthy();
  });

  it('shows when a late message was sent and when it came', () => {
    const late = makeMessage({ createdAt: '2026-07-01T23:00:00', receivedAt: '2026-07-02T09:05:00' });
    renderSignedIn(<MessageMeta message={late} />);
    expect(screen.getByText('01/07/2026 23:00')).toBeTruthy();
    expect(screen.getByText('· chegou às 09:05')).toBeTruthy();
    expect(screen.queryByText(/reconexão/)).toBeNull();
  });

  it('says of a message that it came only after an outage', () => {
    const late = makeMessage({ details: details({ recovered: true }) });
    renderSignedIn(<MessageMeta message={late} />);
    expect(screen.getByText('Recebida após reconexão ·')).toBeTruthy();
  });
});

describe('a notice', () => {
  const notice = (body: string) =>
    makeMessage({
      mediaType: 'notice',
      body,
      fromMe: true,
      isPrivate: true,
      contact: { id: 9, name: 'Ana Lima' },
    });
  const show = (body: string) => renderSignedIn(<RowView row={notice(body)} />);

  it('is a line of nobody and names whom it is about', async () => {
    show('numberTaken');
    expect(await screen.findByText(/este contato e Ana Lima têm agora o mesmo número/)).toBeTruthy();
    expect(screen.queryByText('Sussurro')).toBeNull();
  });

  it('of tomorrow is still one', async () => {
    show('something_new');
    expect(await screen.findByText(/avisou uma mudança na conta/)).toBeTruthy();
  });
});
