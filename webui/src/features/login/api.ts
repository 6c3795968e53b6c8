import { api } from '@/api/client';

export const login = (email: string, password: string) =>
  api.post('/auth/login', { body: { email, password }, isSigned: false });
