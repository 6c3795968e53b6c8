// A phone network for tests, on the port that is given or a free one: the socket that linked devices speak to, files, and `/control`, by which tests say
// what phones do and ask what they have got. It ends with its standard input.
import { createServer } from 'node:http'
import { WebSocketServer } from 'ws'
import { Line } from './line.mjs'
import { Network } from './network.mjs'
import { verbs } from './verbs.mjs'

const LARGEST = 64 * 1024 * 1024

const network = new Network()
const does = verbs(network)

async function body(request) {
  const parts = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

async function answer(request, url) {
  const control = url.pathname.match(/^\/control\/(\w+)$/)
  if (control) {
    const asked = JSON.parse((await body(request)).toString() || '{}')
    const verb = does[control[1]]
    if (!verb) return [404, JSON.stringify({ error: 'no such verb' })]
    return [200, JSON.stringify((await verb(asked)) ?? {})]
  }
  if (request.method === 'POST') {
    const path = network.files.keep(await body(request))
    return [200, JSON.stringify({ url: `https://${network.host}${path}`, direct_path: path })]
  }
  const file = network.files.kept.get(url.pathname)
  return file ? [200, file] : [404, '']
}

const http = createServer((request, response) => {
  const url = new URL(request.url, 'http://127.0.0.1')
  answer(request, url).then(
    ([status, said]) => response.writeHead(status).end(said),
    (error) => response.writeHead(422).end(JSON.stringify({ error: String(error?.message ?? error) })),
  )
})

const sockets = new WebSocketServer({ server: http, path: '/ws/chat', maxPayload: LARGEST })
sockets.on('connection', (socket) => {
  const line = new Line(socket, network)
  socket.on('message', (data) => void line.handleMessage(data))
  socket.on('error', () => socket.terminate())
  socket.on('close', () => line.gone())
})

// libsignal tells of every session that it closes
for (const word of ['info', 'warn', 'log']) console[word] = () => undefined

process.stdin.resume().on('end', () => process.exit(0))
http.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const { port } = http.address()
  network.host = `127.0.0.1:${port}`
  process.stdout.write(`${JSON.stringify({ socket: `ws://127.0.0.1:${port}/ws/chat`, control: `http://127.0.0.1:${port}/control` })}\n`)
})
