import { api } from '@/api/client';
import type { OfferedPlan } from '@/api/types';
import { toPayload, type SignupForm } from './model';

const asVisitor = { isSigned: false };

export const signupCalls = {
  plans: () => api.get<OfferedPlan[]>('/plans/list', asVisitor),
  signUp: (form: SignupForm) => api.post<unknown>('/companies/cadastro', toPayload(form, new Date()), asVisitor),
  forgot: (email: string) =>
    api.post<unknown>(`/forgetpassword/${encodeURIComponent(email.trim())}`, undefined, asVisitor),
  reset: (email: string, token: string, newPassword: string) =>
    api.post<unknown>('/resetpasswords', { email: email.trim(), token: token.trim(), newPassword }, asVisitor),
};
