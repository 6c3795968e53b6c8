import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type {
  Announcement,
  ContactList,
  ContactListItem,
  FileList,
  Prompt,
  QueueIntegration,
  QuickMessage,
} from '@/api/types';
import { makeUser, renderSignedIn } from '@/dev/signedIn';
import { AnnouncementTable } from '@/features/announcements/components/AnnouncementTable';
import { ItemTable } from '@/features/contactLists/components/ItemTable';
import { ListTable } from '@/features/contactLists/components/ListTable';
import { FileListTable } from '@/features/files/components/FileListTable';
import { PromptTable } from '@/features/prompts/components/PromptTable';
import { IntegrationCards } from '@/features/queueIntegrations/components/IntegrationCards';
import { QuickMessageTable } from '@/features/quickMessages/components/QuickMessageTable';
import { color } from '@/styles/tokens';

const nothing = () => undefined;
const admin = { user: makeUser({ profile: 'admin' }) };
const heads = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;
const buttonsOf = (name: string) =>
  within(row(name))
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label'));

// spec: A019 A041
it('lists quick messages by short code, with the name of what is attached and what can be done', () => {
  const one = { id: 1, shortcode: 'prazo', message: 'Até 3 dias', geral: false, status: true };
  const records = [{ ...one, mediaUrl: '/m', mediaName: 'tabela.pdf' }] as QuickMessage[];
  renderSignedIn(<QuickMessageTable records={records} mayShare onEdit={nothing} onDelete={nothing} />, admin);
  expect(heads()).toEqual(['Atalho', 'Mensagem', 'Anexo', 'Quem usa', 'Ações']);
  expect(within(row('/prazo')).getByRole('link', { name: 'tabela.pdf' })).toBeTruthy();
  expect(buttonsOf('/prazo')).toEqual(['Editar prazo', 'Excluir prazo']);
});

// spec: S050 A019 A041
it('shows of a quick message its words, its file, whose it is, and that it is off', () => {
  const file = { mediaUrl: '/m', mediaName: 'tabela.pdf' };
  const records = [
    { id: 1, shortcode: 'prazo', message: 'Até 3 dias', geral: false, status: true, ...file },
    { id: 2, shortcode: 'frete', message: 'Grátis', geral: true, status: false, mediaUrl: null, mediaName: null },
  ] as QuickMessage[];
  renderSignedIn(<QuickMessageTable records={records} mayShare={false} onEdit={nothing} onDelete={nothing} />);
  const cells = (name: string) => [...row(name).children].map(({ children }) => children[0]?.textContent ?? '');
  expect(cells('/prazo').slice(0, 4)).toEqual(['/prazo', 'Até 3 dias', 'tabela.pdf', 'Só você']);
  expect(cells('/frete').slice(0, 4)).toEqual(['/frete', 'Grátis', '', 'Toda a equipeDesativada']);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/m']);
  // what is everybody's is changed by those who may share
  expect(within(row('/frete')).queryAllByRole('button')).toEqual([]);
  expect(buttonsOf('/prazo')).toEqual(['Editar prazo', 'Excluir prazo']);
});

// spec: A022 A043
it('lists contact lists with how many are in them, the sample sheet, their contacts, editing and deleting', () => {
  const records = [{ id: 1, name: 'Clientes', contactsCount: 3 }] as ContactList[];
  renderSignedIn(<ListTable records={records} onEdit={nothing} onDelete={nothing} />, admin);
  expect(heads()).toEqual(['Nome', 'Contatos', 'Ações']);
  expect(within(row('Clientes')).getByText('3 contatos')).toBeTruthy();
  const [sample, ...others] = buttonsOf('Clientes');
  expect(sample).toMatch(/planilha de exemplo/);
  expect(others).toEqual(['Abrir os contatos de Clientes', 'Editar Clientes', 'Excluir Clientes']);
});

// spec: A022 A043 A094
it.each([
  ['admin', ['Editar Bia', 'Excluir Bia']],
  ['supervisor', ['Editar Bia']],
  ['user', ['Editar Bia']],
] as const)('shows of a contact of a list whether it has WhatsApp, and gives a %s %s', (profile, buttons) => {
  const bia = { id: 1, name: 'Bia', number: '5511988887777', email: 'bia@b.example', isWhatsappValid: true };
  const items = [{ ...bia, checkedAt: '2026-11-20T12:00:00Z' }] as ContactListItem[];
  renderSignedIn(<ItemTable items={items} onEdit={nothing} onDelete={nothing} />, { user: makeUser({ profile }) });
  expect(heads()).toEqual(['WhatsApp', 'Nome', 'Número', 'E-mail', 'Ações']);
  for (const text of ['No WhatsApp', '+55 11 98888-7777', 'bia@b.example'])
    expect(within(row('Bia')).getByText(text)).toBeTruthy();
  expect(row('Bia').querySelector('td:first-child svg')).toBeTruthy();
  expect(buttonsOf('Bia')).toEqual(buttons);
});

// spec: A025 A047 A070 S140
it('lists announcements with their priority, and says whether they are active', () => {
  const record = (id: number, status: boolean) =>
    ({ id, title: `Aviso ${id}`, text: 'Às 22h', priority: id, status, companyId: null }) as Announcement;
  const file = { mediaUrl: '/m', mediaName: 'cartaz.png' };
  const records = [{ ...record(1, true), ...file }, record(2, false), record(3, true)];
  renderSignedIn(<AnnouncementTable records={records} companies={[]} onEdit={nothing} onDelete={nothing} />, admin);
  expect(heads()).toEqual(['Título', 'Prioridade', 'Para quem', 'Período', 'Anexo', 'Situação', 'Ações']);
  for (const [id, priority, status] of [
    [1, 'Alta', 'Ativo'],
    [2, 'Média', 'Inativo'],
    [3, 'Baixa', 'Ativo'],
  ] as const)
    for (const text of ['Às 22h', priority, status])
      expect(within(row(`Aviso ${id}`)).getByText(text), `${id}`).toBeTruthy();
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([['cartaz.png', '/m']]);
  expect(buttonsOf('Aviso 2')).toEqual(['Editar Aviso 2', 'Excluir Aviso 2']);
  const look = (text: string) => getComputedStyle(screen.getAllByText(text)[0] as Element).color;
  expect(look('Inativo')).not.toBe(look('Ativo'));
});

// spec: S047 S140
it.each([
  [1, 'Alta', color.danger],
  [2, 'Média', color.warning],
  [3, 'Baixa', color.textMuted],
] as const)('colours the priority of an announcement of %i, which is %s', (priority, words, ink) => {
  const record = { id: 1, title: 'Aviso', text: 'Às 22h', priority, status: true, companyId: null } as Announcement;
  renderSignedIn(<AnnouncementTable records={[record]} companies={[]} onEdit={nothing} onDelete={nothing} />, admin);
  expect(getComputedStyle(within(row('Aviso')).getByText(words)).color).toBe(ink);
});

// spec: A027 A049
it('lists file lists with their message and files', () => {
  const option = (id: number, name: string, mediaType: string | null) => ({
    id,
    name,
    mediaType,
    mediaUrl: mediaType && `/media/${id}`,
  });
  const options = [
    option(4, 'Preços', 'application/pdf'),
    option(5, 'Fachada', 'image/png'),
    option(6, 'Aviso', 'audio/ogg'),
    option(7, 'Passeio', 'video/mp4'),
    option(8, 'Contrato', null),
  ];
  const records = [{ id: 1, name: 'Catálogo', message: 'Segue', options }] as unknown as FileList[];
  renderSignedIn(<FileListTable records={records} onEdit={nothing} onDelete={nothing} />, admin);
  expect(heads()).toEqual(['Nome', 'Mensagem', 'Arquivos', 'Ações']);
  expect(within(row('Catálogo')).getByText('Segue')).toBeTruthy();
  expect(screen.getAllByRole('listitem').map(({ children }) => [...children].map((each) => each.textContent))).toEqual([
    ['', 'Preços', 'Documento'],
    ['', 'Fachada', 'Imagem'],
    ['', 'Aviso', 'Áudio'],
    ['', 'Passeio', 'Vídeo'],
    ['', 'Contrato', 'sem arquivo'],
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(
    [4, 5, 6, 7].map((id) => `/media/${id}`),
  );
  expect(buttonsOf('Catálogo')).toEqual(['Editar Catálogo', 'Excluir Catálogo']);
});

// spec: A028 A050
it('lists prompts with their queue and longest answer', () => {
  const records = [{ id: 1, name: 'Vendas IA', queue: { id: 3, name: 'Vendas' }, maxTokens: 100 }] as Prompt[];
  renderSignedIn(<PromptTable records={records} onEdit={nothing} onDelete={nothing} />, admin);
  expect(heads()).toEqual(['Nome', 'Fila', 'Resposta máxima', 'Ações']);
  for (const text of ['Vendas', '100 tokens']) expect(within(row('Vendas IA')).getByText(text)).toBeTruthy();
});

// spec: A029 A051
it('lists integrations of the four types', () => {
  const kinds = [
    ['dialogflow', 'Dialogflow'],
    ['n8n', 'n8n'],
    ['webhook', 'Webhook'],
    ['typebot', 'Typebot'],
  ] as const;
  const records = kinds.map(([type], id) => ({ id, type, name: `Fluxo ${id}`, urlN8N: `https://x/${id}` }));
  renderSignedIn(
    <IntegrationCards
      records={records as QueueIntegration[]}
      uses={[]}
      chosenId={0}
      onChoose={nothing}
      onEdit={nothing}
      onDelete={nothing}
      onTry={nothing}
    />,
    admin,
  );
  kinds.forEach(([, words], id) => {
    const card = within(screen.getByRole('group', { name: `Fluxo ${id}` }));
    expect(card.getByText(words)).toBeTruthy();
    for (const act of ['Editar', 'Excluir'])
      expect(card.getByRole('button', { name: `${act} Fluxo ${id}` })).toBeTruthy();
  });
});
