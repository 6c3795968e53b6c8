// A phone: its keys, what it seals and opens with libsignal, and what it has got. Nothing here is of the library that the desk
// speaks with.
import { randomBytes, randomInt } from 'node:crypto'
import {
  KEY_BUNDLE_TYPE,
  ProtocolAddress,
  SessionBuilder,
  SessionCipher,
  encodeBigEndian,
  ensureSignalPublicKey,
  generateSignalKeyPair,
  proto,
  scrubSignalPublicKey,
  signedKeyPair,
  xmppPreKey,
  xmppSignedPreKey,
} from './package-parts.mjs'

export const HOME = 's.whatsapp.net'

const forSignal = (pair) => ({ privKey: Buffer.from(pair.private), pubKey: ensureSignalPublicKey(pair.public) })

export class Phone {
  constructor(number, name) {
    this.number = number
    this.name = name
    this.jid = `${number}@${HOME}`
    this.lid = `1${number}@lid`
    this.identity = generateSignalKeyPair()
    this.registration = randomInt(1, 16_380)
    this.signedKey = signedKeyPair(this.identity, 1)
    this.keys = new Map()
    this.lastKey = 0
    this.sessions = new Map()
    // what it has got, in order; each with how often it came
    this.got = []
    this.unread = []
    // what it wrote, to be sealed anew where it could not be opened
    this.wrote = new Map()
    this.usesLid = false
    this.turn = Promise.resolve()
    // receipts that it sends by itself
    this.receipts = ['delivery']
  }

  // What others need to write to it for the first time; each key is given away once.
  bundle(jid) {
    this.lastKey += 1
    const pair = generateSignalKeyPair()
    this.keys.set(this.lastKey, pair)
    const leaf = (tag, content) => ({ tag, attrs: {}, content })
    return {
      tag: 'user',
      attrs: { jid },
      content: [
        leaf('registration', encodeBigEndian(this.registration)),
        leaf('type', KEY_BUNDLE_TYPE),
        leaf('identity', scrubSignalPublicKey(this.identity.public)),
        xmppSignedPreKey(this.signedKey),
        xmppPreKey(pair, this.lastKey),
      ],
    }
  }

  get store() {
    return {
      loadSession: (id) => this.sessions.get(id),
      storeSession: (id, record) => void this.sessions.set(id, record),
      isTrustedIdentity: () => true,
      loadPreKey: (id) => this.keys.has(id) && forSignal(this.keys.get(id)),
      removePreKey: (id) => void this.keys.delete(id),
      loadSignedPreKey: () => forSignal(this.signedKey.keyPair),
      getOurRegistrationId: () => this.registration,
      getOurIdentity: () => forSignal(this.identity),
    }
  }

  // One after another: sealing and opening move the same session on.
  inTurn(work) {
    const done = this.turn.then(work)
    this.turn = done.catch(() => undefined)
    return done
  }

  // `device`: of the desk. Answers the node that holds the message.
  async seal(device, message, more = {}) {
    const address = new ProtocolAddress(device.number, device.id)
    if (!this.sessions.get(address.toString())?.haveOpenSession()) {
      await new SessionBuilder(this.store, address).initOutgoing(device.firstKeys())
    }
    const plain = padded(proto.Message.encode(message).finish())
    const sealed = await new SessionCipher(this.store, address).encrypt(plain)
    return { tag: 'enc', attrs: { v: '2', type: sealed.type === 3 ? 'pkmsg' : 'msg', ...more }, content: sealed.body }
  }

  async open(device, enc) {
    const cipher = new SessionCipher(this.store, new ProtocolAddress(device.number, device.id))
    const sealed = Buffer.from(enc.content)
    const plain =
      enc.attrs.type === 'pkmsg' ? await cipher.decryptPreKeyWhisperMessage(sealed) : await cipher.decryptWhisperMessage(sealed)
    return proto.Message.decode(plain.subarray(0, plain.length - plain.at(-1)))
  }

  // The session with a device is worth nothing any more.
  forget(device) {
    this.sessions.delete(new ProtocolAddress(device.number, device.id).toString())
  }

  // Takes a message in. Whoever shows messages shows one id once; how often it came is counted.
  take(id, from, message, edit) {
    const known = this.got.find((it) => it.id === id && it.from === from)
    if (known) {
      known.times += 1
      return known
    }
    const taken = { id, from, edit, times: 1, message: message.toJSON() }
    this.got.push(taken)
    return taken
  }

  // The address that others see.
  get sender() {
    return this.usesLid ? this.lid : this.jid
  }
}

function padded(bytes) {
  const size = randomInt(1, 17)
  return Buffer.concat([bytes, Buffer.alloc(size, size)])
}

export const newId = () => `3EB0${randomBytes(8).toString('hex').toUpperCase()}`
