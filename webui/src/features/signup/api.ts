import { api } from '@/api/client';
import { toPayload, type SignupForm } from './model';

const asVisitor = { isSigned: false };

export const signupCalls = {
  plans: () => api.get('/plans/list', asVisitor),
  signUp: (form: SignupForm) => api.post('/companies/cadastro', { body: toPayload(form, new Date()), ...asVisitor }),
  forgot: (email: string) => api.post('/forgetpassword/{email}', { path: { email: email.trim() }, ...asVisitor }),
  reset: (email: string, token: string, newPassword: string) =>
    api.post('/resetpasswords', { body: { email: email.trim(), token: token.trim(), newPassword }, ...asVisitor }),
};
