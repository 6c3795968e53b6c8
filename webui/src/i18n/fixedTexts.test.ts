import { afterEach, describe, expect, it } from 'vitest';
import { i18n, translate, type MessageId } from '.';

afterEach(() => i18n.activate('pt'));

const said = (texts: readonly (readonly [MessageId, string])[]) =>
  it.each(texts)('%s', (id, text) => expect(translate(id)).toBe(text));

// spec: A131
describe('what is said after a success, word by word', () => {
  said([
    ['announcements.saved', 'Operação realizada com sucesso!'],
    ['platform.saved', 'Operação realizada com sucesso!'],
    ['settings.saved', 'Operação atualizada com sucesso.'],
    ['hours.saved', 'Horários atualizados com sucesso.'],
    ['billing.made', 'Assinatura realizada com sucesso!, aguardando a realização do pagamento'],
    ['messagesApi.sent', 'Mensagem enviada com sucesso'],
    ['board.ticketUpdated', 'Ticket atualizado'],
    ['board.queueUpdated', 'Fila do Ticket Atualizada com Sucesso!'],
    ['signup.forgot.sent', 'Email enviado com sucesso!'],
    ['signup.reset.done', 'Senha redefinida com sucesso.'],
  ]);

  it('has an English sentence', () => {
    i18n.activate('en');
    expect(translate('queues.saved')).toBe('Queue saved successfully');
  });
});

// spec: A081
it('says in English what is wrong with an e-mail of a contact list', () => {
  i18n.activate('en');
  expect(translate('contactLists.invalidEmail')).toBe('Invalid email');
});

// spec: S022 S040 S075 S078 S131
describe('the fixed texts of the desk, word by word', () => {
  said([
    ['newTicket.chooseQueue', 'Selecione uma fila'],
    ['tickets.notAllowed', 'Acesso não permitido'],
    ['dashboard.noFilter', 'Parametrize o filtro'],
    ['dashboard.chart.usersFailed', 'Erro ao obter informações da conversa'],
    ['dashboard.chart.daysFailed', 'Erro ao buscar informações dos tickets'],
    ['common.signedInElsewhere', 'Sua conta foi acessada em outro computador.'],
    ['signup.failed', 'error creating user, check data.'],
    ['drawer.noteAdded', 'Observação adicionada com sucesso!'],
    ['drawer.noteDeleted', 'Observação excluída com sucesso!'],
    ['drawer.informationsSaved', 'Informações adicionadas com sucesso!'],
    ['login.success', 'login successful'],
    ['todo.new', 'Nova tarefa'],
    ['schedules.tooShort', 'Mensagem muito curta'],
    ['schedules.required', 'Obrigatório'],
  ]);
});
