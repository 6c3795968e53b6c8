import { api } from '../../api/client';
import type { AuthAnswer } from '../../api/types';
import type { DemoLogin } from './model';

export const login = (email: string, password: string) =>
  api.post<AuthAnswer>('/auth/login', { email, password }, { isSigned: false });

/** The demo log-ins, or none when the server does not run as a demo. */
export async function demoLogins(): Promise<DemoLogin[]> {
  try {
    const { logins } = await api.get<{ logins: DemoLogin[] }>('/demo', { isSigned: false });
    return Array.isArray(logins) ? logins : [];
  } catch {
    return [];
  }
}
