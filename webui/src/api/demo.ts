import { api } from './client';
import type { DemoLogin } from './types';

export type { DemoLogin };

/** The log-ins that a demo server offers, or null when the server is no demo. */
export async function demoLogins(): Promise<DemoLogin[] | null> {
  try {
    const { logins } = await api.get('/demo', { isSigned: false });
    return Array.isArray(logins) ? logins : [];
  } catch {
    return null;
  }
}
