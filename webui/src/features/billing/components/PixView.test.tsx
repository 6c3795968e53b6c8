import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { QrCode } from '@/ui/QrCode';
import { PixView } from './PixView';

const NOW = new Date('2026-11-25T15:00:00Z');
const CODE = '00020101021226460014br.gov.bcb.pix6304ABCD';

const charge = {
  txid: '0123456789abcdef0123456789abcdef',
  status: 'ATIVA',
  invoiceId: 7,
  valor: { original: '349.00' },
  calendario: { criacao: NOW.toISOString(), expiracao: 90 },
  qrcode: { qrcode: CODE, imagemQrcode: '' },
  expiresAt: new Date(NOW.getTime() + 90_000).toISOString(),
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.setSystemTime(NOW);
});
afterEach(() => {
  vi.useRealTimers();
});

describe('PixView', () => {
  // spec: A004 A140
  it('shows amount and code, counts down, and at zero asks for a new code', () => {
    const onRenew = vi.fn();
    render(<PixView charge={charge} receiver="Guichê" isRenewing={false} onRenew={onRenew} />);
    expect(screen.getByText(/349,00/)).toBeDefined();
    expect(screen.getByRole('textbox')).toHaveProperty('value', CODE);
    const picture = (of: Element) => of.querySelector('path')?.getAttribute('d');
    const shown = picture(screen.getByRole('img', { name: 'QR Code do Pix' }));
    expect(shown).toBe(picture(render(<QrCode text={CODE} label="o mesmo" />).container));
    expect(screen.getByRole('timer').textContent).toBe('Expira em 01:30');
    act(() => vi.advanceTimersByTime(60_000));
    expect(screen.getByRole('timer').textContent).toBe('Expira em 00:30');
    expect(screen.queryByRole('button', { name: 'Gerar novo código' })).toBeNull();
    act(() => vi.advanceTimersByTime(30_000));
    expect(screen.getByRole('timer').textContent).toBe('O código expirou.');
    expect(screen.getByRole('button', { name: 'Copiar código' })).toHaveProperty('disabled', true);
    fireEvent.click(screen.getByRole('button', { name: 'Gerar novo código' }));
    expect(onRenew).toHaveBeenCalledOnce();
  });
});
