// What the network keeps of a device that is linked to a phone: its keys, its line, and what it has not acknowledged yet.
import { ensureSignalPublicKey } from './package-parts.mjs'
import { HOME } from './phone.mjs'

const number = (bytes) => Buffer.from(bytes).readUIntBE(0, bytes.length)
const child = (node, tag) => node.content.find((it) => it.tag === tag)

export class Device {
  constructor(phone, id) {
    this.phone = phone
    this.number = phone.number
    this.id = id
    this.jid = `${phone.number}:${id}@${HOME}`
    this.lid = `1${phone.number}:${id}@lid`
    this.bundle = undefined
    this.line = undefined
    this.isLinked = true
    // by id: what was handed over and not acknowledged; it goes again to the next line
    this.waiting = new Map()
    this.signIns = 0
    // messages that went either way
    this.done = 0
    // receipts that it has sent: of which message, of which kind
    this.receipts = []
    // messages that it could not open
    this.retries = []
    // the answer to its sign-ins, and to its messages
    this.refusal = undefined
    this.refuses = undefined
    this.isClosed = false
    // it has signed what its phone gave it; it has told that it is gone
    this.signed = false
    this.wasSignedOut = false
  }

  // The keys that it has published.
  publish(nodes) {
    const old = this.bundle
    const list = child({ content: nodes }, 'list')
    const keys = list.content.map((key) => ({ keyId: number(child(key, 'id').content), publicKey: pub(child(key, 'value').content) }))
    this.bundle = {
      identityKey: pub(child({ content: nodes }, 'identity').content),
      registrationId: number(child({ content: nodes }, 'registration').content),
      signedPreKey: signedKey(child({ content: nodes }, 'skey')),
      keys: [...(old?.keys ?? []), ...keys],
    }
  }

  // For whoever writes to it for the first time; a key is given away once.
  firstKeys() {
    if (!this.bundle) throw new Error('the device has not published its keys')
    return { ...this.bundle, preKey: this.bundle.keys.shift() }
  }

  // Another signed key in the place of the old one.
  rotate(nodes) {
    this.bundle = { ...this.bundle, signedPreKey: signedKey(nodes[0]) }
  }

  // Hands a node over, now or when it comes back.
  async hand(node) {
    this.waiting.set(place(node.tag, node.attrs), node)
    await this.line?.tell(node)
  }

  // What it has missed is marked as such.
  missed() {
    return [...this.waiting.values()].map((node) => ({ ...node, attrs: { ...node.attrs, offline: '1' } }))
  }

  acknowledge(attrs) {
    if (this.waiting.delete(place(attrs.class, attrs)) && attrs.class === 'message') this.done += 1
  }
}

const place = (tag, { id, type }) => (tag === 'message' ? `message ${id}` : `${tag} ${id} ${type ?? ''}`)
const pub = (bytes) => ensureSignalPublicKey(Buffer.from(bytes))
const signedKey = (node) => ({
  keyId: number(child(node, 'id').content),
  publicKey: pub(child(node, 'value').content),
  signature: Buffer.from(child(node, 'signature').content),
})
