import { saveAs } from '@/lib/saveAs';
import { api } from './client';

/** Saves the receipt of a paid invoice, in the company's language. Its PDF is plain text. */
export async function saveReceipt(id: number): Promise<void> {
  const text = await api.get('/invoices/{id}/receipt', { path: { id } });
  saveAs(`recibo-${id}.pdf`, [text], 'application/pdf');
}
