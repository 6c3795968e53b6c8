/** The conversation of the target pictures, and one message of every other kind. */
const at = (day: number, hour: number, minute: number) => {
  const date = new Date();
  date.setDate(date.getDate() - day);
  date.setHours(hour, minute, 0, 0);
  return date.toISOString();
};

const picture = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" width="508" height="300"><defs><linearGradient id="g" x1="0" y1="0" x2="1" y2="1"><stop stop-color="#d8c3a5"/><stop offset=".6" stop-color="#b98d5b"/><stop offset="1" stop-color="#7d5a36"/></linearGradient></defs><rect width="508" height="300" fill="url(#g)"/><rect x="142" y="78" width="224" height="144" rx="8" fill="#e0bf93"/><rect x="236" y="78" width="34" height="144" fill="#f3e7d6"/></svg>',
)}`;

let nextId = 1;

function message(createdAt: string, body: string, more: object = {}) {
  const id = nextId++;
  return {
    id,
    uuid: `message-${id}`,
    ticketId: 2042,
    contactId: 1,
    body,
    fromMe: false,
    author: 'contact',
    read: true,
    mediaUrl: null as string | null,
    mediaPath: null,
    mediaName: null,
    mediaMime: null,
    mediaSize: null,
    mediaWidth: null,
    mediaHeight: null,
    mediaDuration: null,
    mediaType: null as string | null,
    ack: 0,
    isDeleted: false,
    isEdited: false,
    isPrivate: false,
    sendState: null as string | null,
    error: null,
    quotedMsg: null as object | null,
    reactions: [] as object[],
    contact: { id: 1, name: 'Beatriz Nogueira' },
    user: null as object | null,
    userId: null,
    clientId: null as string | null,
    location: null as object | null,
    createdAt,
    ...more,
  };
}

const own = (ack: number, more: object = {}) => ({
  fromMe: true,
  author: 'user',
  ack,
  sendState: 'accepted',
  contact: null,
  user: { id: 2, name: 'Marina' },
  ...more,
});

const card =
  'BEGIN:VCARD\nVERSION:3.0\nFN:Paulo Nogueira\nTEL;type=CELL;waid=5511977775555:+55 11 97777-5555\nEND:VCARD';

export const messages = [
  ...Array.from({ length: 60 }, (_, index) =>
    message(
      at(9, 9, index),
      `Mensagem antiga número ${index + 1}${index % 4 === 0 ? ', com um texto que passa de uma linha para que as alturas não sejam todas iguais na lista' : ''}`,
      {
        ticketId: 1900,
        ...(index % 3 === 0 ? own(4) : {}),
      },
    ),
  ),
  message(
    at(1, 17, 2),
    'Vocês abrem no sábado? Vi em https://lojasaurora.example/horarios que sim, mas *não tenho certeza*.',
  ),
  message(at(1, 17, 5), '', {
    mediaType: 'locationMessage',
    location: { latitude: -23.5614, longitude: -46.6559, name: 'Loja Centro', address: 'Avenida Paulista, 1578' },
    ...own(4),
  }),
  message(at(1, 17, 6), card, { mediaType: 'vcard' }),
  message(at(1, 17, 7), '', { mediaType: 'call_log' }),
  message(at(1, 17, 8), 'nota-fiscal-48213.pdf', {
    mediaType: 'application',
    mediaUrl: '/favicon.svg',
    mediaName: 'nota-fiscal-48213.pdf',
    mediaSize: 182_400,
    ...own(4),
  }),
  message(at(1, 17, 9), '', { mediaType: 'unsupported' }),
  message(at(1, 17, 12), 'Até que horas?', { isDeleted: true }),
  message(at(0, 13, 9), 'Oi, bom dia! Meu pedido ainda não chegou, conseguem ver pra mim?'),
  message(at(0, 13, 9), 'É o 48213, comprei na terça 🙂', { reactions: [{ emoji: '👍', fromMe: true }] }),
  message(
    at(0, 13, 13),
    'Bom dia, Beatriz! Aqui é a Marina, da Lojas Aurora. Vou verificar agora mesmo com a transportadora.',
    own(4),
  ),
  message(at(0, 13, 15), 'Sussurro(Marina) Cliente VIP, já teve atraso em outubro. Priorizar o retorno da logística.', {
    ...own(0),
    isPrivate: true,
    sendState: null,
  }),
  message(at(0, 13, 20), '', { mediaType: 'audio', mediaUrl: '/none.ogg', mediaDuration: 24 }),
  message(at(0, 13, 33), 'Comprovante de entrega', {
    mediaType: 'image',
    mediaUrl: picture,
    mediaWidth: 508,
    mediaHeight: 300,
    ...own(5),
  }),
  message(
    at(0, 13, 34),
    'Seu pedido saiu para entrega hoje às 8h12 e chega até as 14h. Qualquer coisa é só chamar por aqui!',
    {
      ...own(4),
      isEdited: true,
      quotedMsg: {
        id: 69,
        body: 'É o 48213, comprei na terça 🙂',
        fromMe: false,
        mediaType: null,
        contact: { id: 1, name: 'Beatriz Nogueira' },
      },
    },
  ),
  message(at(0, 13, 36), 'Perfeito, muito obrigada pela rapidez 💚'),
  message(at(0, 13, 40), 'Imagina! Precisando, estamos à disposição.', own(3)),
];

/** The kinds of trouble that a sent message can have, shown in another ticket. */
export const troubled = [
  message(at(0, 10, 0), 'Bom dia! Tudo bem?', { ticketId: 2040 }),
  message(at(0, 10, 1), 'Oi! Tudo ótimo.', {
    ...own(0),
    sendState: 'rejected',
    error: 'ERR_WINDOW_CLOSED',
    ticketId: 2040,
  }),
  message(at(0, 10, 2), 'Em que posso ajudar?', { ...own(1), sendState: 'unknown', ticketId: 2040 }),
  message(at(0, 10, 3), 'Segue a tabela de preços.', { ...own(0), sendState: 'queued', ticketId: 2040 }),
];

export const episodes = [
  { id: 1900, uuid: 'old', status: 'closed', createdAt: at(9, 8, 59), closedAt: at(9, 10, 5), queue: null, user: null },
  { id: 2042, uuid: 'now', status: 'open', createdAt: at(1, 17, 2), closedAt: null, queue: null, user: null },
];

export function reply(ticketId: number, body: string, clientId: string | null, isPrivate: boolean) {
  const made = message(new Date().toISOString(), body, { ...own(isPrivate ? 0 : 2), ticketId, clientId, isPrivate });
  (ticketId === 2040 ? troubled : messages).push(made);
  return made;
}
