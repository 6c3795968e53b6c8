// A bare socket.io server: one room, an event of about 1 kB. `node server.js PORT`; GET /emit emits one.
import http from 'node:http';
import { performance } from 'node:perf_hooks';
import { Server } from 'socket.io';

const port = Number(process.argv[2]);
const pad = 'x'.repeat(420);
const nowMicros = () => Math.round((performance.timeOrigin + performance.now()) * 1000);
const contact = { id: 1, name: 'Ana Silva', number: '5511900000001' };
const payload = (at) => ({
  action: 'create',
  message: {
    id: '3EB072711C78E3FA1669C3', ticketId: 4242, fromMe: false, ack: 3, read: true, mediaType: 'conversation',
    mediaUrl: null, body: `ts=${at} ${pad}`, createdAt: '2026-01-01T00:00:00.000Z',
    updatedAt: '2026-01-01T00:00:00.000Z', quotedMsg: null, contact,
  },
  ticket: {
    id: 4242, status: 'open', unreadMessages: 1, lastMessage: 'x'.repeat(80), queueId: 3, userId: 7, companyId: 1,
    whatsappId: 1, uuid: '0b8f9f0e-3a0e-4b5e-9d7e-2f5a6b7c8d9e',
  },
  contact,
});

const server = http.createServer((request, response) => {
  if (request.url === '/emit') io.to('room').emit('company-1-appMessage', payload(nowMicros()));
  response.end('ok');
});
const io = new Server(server, { perMessageDeflate: false });
io.on('connection', (socket) => socket.join('room'));
server.listen(port, '127.0.0.1');
