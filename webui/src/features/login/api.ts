import { api } from '@/api/client';
import type { AuthAnswer } from '@/api/types';

export const login = (email: string, password: string) =>
  api.post<AuthAnswer>('/auth/login', { email, password }, { isSigned: false });
