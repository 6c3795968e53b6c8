import { api } from '@/api/client';
import { isRecord, toApiError } from '@/api/error';
import { companyOf, toPayload, type Newcomer, type SignupForm } from './model';

const asVisitor = { isSigned: false };

export const signupCalls = {
  plans: () => api.get('/plans/list', asVisitor),
  signUp: (form: SignupForm) => {
    const body = toPayload(form, new Date(), companyOf(window.location.search));
    return api.post('/companies/cadastro', { body, ...asVisitor });
  },
  /** A119: that nobody has the e-mail may stand in the body alone, of an answer that is no refusal. */
  forgot: async (email: string) => {
    const answer: unknown = await api.post('/forgetpassword/{email}', { path: { email: email.trim() }, ...asVisitor });
    if (isRecord(answer) && answer.status === 404) throw toApiError(404, answer);
  },
  reset: (email: string, token: string, newPassword: string) =>
    api.post('/resetpasswords', { body: { email: email.trim(), token: token.trim(), newPassword }, ...asVisitor }),
  look: (token: string) => api.post('/invitations/open', { body: { token }, ...asVisitor }),
  accept: (token: string, { name, email, password }: Newcomer) =>
    api.post('/invitations/accept', {
      body: { token, name: name.trim(), email: email.trim(), password },
      ...asVisitor,
    }),
};
