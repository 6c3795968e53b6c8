import { api } from './client';
import type { Profile } from './types';

export interface DemoLogin {
  company: string;
  name: string;
  email: string;
  password: string;
  profile: Profile;
}

/** The log-ins that a demo server offers, or null when the server is no demo. */
export async function demoLogins(): Promise<DemoLogin[] | null> {
  try {
    const { logins } = await api.get<{ logins: DemoLogin[] }>('/demo', { isSigned: false });
    return Array.isArray(logins) ? logins : [];
  } catch {
    return null;
  }
}
