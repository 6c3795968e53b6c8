import { expect, it } from 'vitest';
import { errorText } from '@/i18n';
import { toApiError } from './error';

// spec: A122
it.each([
  [{ error: 'Internal server error' }, 500],
  [{ error: 'ERR_NOBODY_KNOWS' }, 400],
  ['<html>502 Bad Gateway</html>', 502],
  [null, 503],
])('an error of the server that has no text of its own, as %o, has the general one', (body, status) => {
  const error = toApiError(status, body);
  expect(error.status).toBe(status);
  expect(errorText(error)).toBe(errorText('ERR_NOBODY_KNOWS'));
  expect(errorText(error)).toMatch(/^Ocorreu um erro/);
});

// spec: S114 S115 S116 S117 S118 S119 S120 S121 S122 S123 S124 S125 S126 S127 S128 S129 S130 A134
it.each([
  ['ERR_NO_OTHER_WHATSAPP', /pelo menos um WhatsApp padrão/],
  ['ERR_NO_DEF_WAPP_FOUND', /Nenhum WhatsApp padrão/],
  ['ERR_NO_WAPP_FOUND', /Conexão não encontrada/],
  ['ERR_WAPP_NOT_INITIALIZED', /não está pronta/],
  ['ERR_WAPP_CHECK_CONTACT', /verificar o contato/],
  ['ERR_WAPP_INVALID_CONTACT', /não é um número de WhatsApp válido/],
  ['ERR_WAPP_DOWNLOAD_MEDIA', /baixar a mídia/],
  ['ERR_INVALID_CREDENTIALS', /incorretos\. Tente de novo/],
  ['ERR_SENDING_WAPP_MSG', /enviar a mensagem/],
  ['ERR_DELETE_WAPP_MSG', /apagar a mensagem/],
  ['ERR_CREATING_MESSAGE', /criar a mensagem/],
  ['ERR_FETCH_WAPP_MSG', /antiga demais/],
  ['ERR_OTHER_OPEN_TICKET', /Já existe um atendimento aberto para este contato/],
  ['ERR_CREATING_TICKET', /criar o atendimento/],
  ['ERR_NO_TICKET_FOUND', /Atendimento não encontrado/],
  ['ERR_SESSION_EXPIRED', /Sessão expirada/],
  ['ERR_USER_CREATION_DISABLED', /criação de usuários foi desativada/],
  ['ERR_NO_USER_FOUND', /Usuário não encontrado/],
  ['ERR_NO_PERMISSION', /não tem permissão/],
  ['ERR_DUPLICATED_CONTACT', /Já existe um contato com este número/],
  ['ERR_NO_CONTACT_FOUND', /Contato não encontrado/],
  ['ERR_NO_SETTING_FOUND', /Configuração não encontrada/],
  ['ERR_QUEUE_COLOR_ALREADY_EXISTS', /cor já está em uso por outra fila/],
  ['ERR_WAPP_GREETING_REQUIRED', /saudação é obrigatória quando há mais de uma fila/],
])('%s is said in words', (error, words) => {
  expect(errorText(toApiError(400, { error }))).toMatch(words);
});
