import { api } from '@/api/client';
import type { LoginBody } from './model';

export const login = (body: LoginBody) => api.post('/auth/login', { body, isSigned: false });
