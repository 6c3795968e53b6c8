// The line of one device: crabline's session, with what it lacks: who signs in, the pairing, what other phones say.
import { randomBytes } from 'node:crypto'
import { Noise } from './noise.mjs'
import { WhatsAppBaileysWebSocketSession, proto } from './package-parts.mjs'
import { HOME } from './phone.mjs'

const CODES = 6

export const node = (tag, attrs = {}, content = undefined) => ({ tag, attrs, content })
export const child = (of, tag) => (Array.isArray(of?.content) ? of.content.find((it) => it.tag === tag) : undefined)
export const now = () => String(Math.floor(Date.now() / 1000))
export const text = (of) => Buffer.from(of?.content ?? '').toString()

export class Line extends WhatsAppBaileysWebSocketSession {
  constructor(socket, network) {
    super(socket, { appendEvent: async () => undefined, path: '/', selfJid: `0@${HOME}`, signalBundles: undefined })
    this.network = network
    this.open_noise = new Noise()
    this.device = undefined
  }

  async open_handleMessage(data) {
    for (const frame of this.open_noise.decodeFrames(data)) {
      if (this.open_handshakeState === 'client-hello') {
        this.socket.send(this.open_noise.createServerHello(frame))
        this.open_handshakeState = 'client-finish'
      } else if (this.open_handshakeState === 'client-finish') {
        this.open_noise.finishClientHandshake(frame)
        this.open_handshakeState = 'open'
        await this.welcome(proto.ClientPayload.decode(this.open_noise.signIn))
      } else {
        await this.open_handleNode(await this.open_noise.decodeTransportNode(frame))
      }
    }
  }

  async tell(said) {
    if (this.isOpen) await this.open_sendNode(said).catch(() => this.socket.terminate())
  }

  async last(said) {
    await this.tell(said)
    this.socket.close()
  }

  async welcome(signIn) {
    if (signIn.devicePairingData) {
      this.refs = Array.from({ length: CODES }, () => `2@${randomBytes(16).toString('base64')}`)
      this.network.unpaired.add(this)
      const refs = this.refs.map((ref) => node('ref', {}, Buffer.from(ref)))
      await this.tell(node('iq', { from: HOME, type: 'set', id: 'pair-1', xmlns: 'md' }, [node('pair-device', {}, refs)]))
      return
    }
    const device = this.network.device(String(signIn.username), signIn.device)
    if (!device?.isLinked) return void (await this.last(node('failure', { reason: '401', location: 'rva' })))
    if (device.isClosed) return void this.socket.terminate()
    if (device.refusal) return void (await this.last(node('failure', device.refusal)))
    // a device has one line; the former one may not know yet that it is gone
    device.line?.socket.terminate()
    this.device = device
    await this.tell(node('success', { t: now(), lid: device.lid, props: '27', creation: now(), location: 'rva' }))
    device.line = this
    device.signIns += 1
    // what is said from now on goes after what was missed: each call seals at once
    const missed = device.missed().map((said) => this.tell(said))
    await Promise.all([...missed, this.tell(node('ib', { from: HOME }, [node('offline', { count: String(missed.length) })]))])
  }

  gone() {
    this.network.unpaired.delete(this)
    if (this.device?.line === this) this.device.line = undefined
  }

  async open_handleNode(heard) {
    switch (heard.tag) {
      case 'iq':
        if (heard.attrs.type === 'result' || heard.attrs.type === 'error') return await this.network.answered(this, heard)
        return await this.tell(await this.answer(heard))
      case 'message':
        return await this.network.sent(this.device, heard)
      case 'receipt':
        await this.network.receipt(this.device, heard)
        return await this.tell(node('ack', { class: 'receipt', id: heard.attrs.id, from: heard.attrs.to, ...typed(heard) }))
      case 'ack':
        return void this.device?.acknowledge(heard.attrs)
      case 'chatstate':
        return void this.network.chatstates.push({ to: heard.attrs.to, state: heard.content?.[0]?.tag })
      default:
    }
  }

  async answer(iq) {
    const attrs = { from: HOME, id: iq.attrs.id, type: 'result', t: now() }
    const first = iq.content?.[0]
    const answered = (...content) => node('iq', attrs, content)
    switch (iq.attrs.xmlns) {
      case 'usync':
        return answered(this.network.lookUp(first))
      case 'encrypt':
        if (iq.attrs.type === 'set') {
          if (child(iq, 'list')) this.device.publish(iq.content)
          else if (first?.tag === 'rotate') this.device.rotate(first.content)
          return answered()
        }
        if (first?.tag === 'key') return answered(this.network.firstKeys(first))
        return answered(node('count', { value: String(this.device.bundle?.keys.length ?? 0) }))
      case 'w:m':
        return answered(this.network.filesAt())
      case 'w:sync:app:state':
        return answered(node('sync', {}, first.content.map(({ attrs: { name } }) => node('collection', { name, version: '0' }))))
      case 'md':
        return answered(...(await this.network.managed(this, first)))
      default:
        // the rest the package answers itself
        return super.open_createIqResult(iq)
    }
  }
}

export const typed = (heard) => (heard.attrs.type ? { type: heard.attrs.type } : {})
