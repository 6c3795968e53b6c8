// Files of messages: sealed as phones seal them, kept by a path, and opened again to see that they are what was sent.
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto'
import { hkdf } from './package-parts.mjs'

const KINDS = {
  imageMessage: 'WhatsApp Image Keys',
  stickerMessage: 'WhatsApp Image Keys',
  videoMessage: 'WhatsApp Video Keys',
  audioMessage: 'WhatsApp Audio Keys',
  documentMessage: 'WhatsApp Document Keys',
}
const MAC_BYTES = 10

const sha256 = (bytes) => createHash('sha256').update(bytes).digest()

function keysOf(secret, kind) {
  const all = hkdf(secret, 112, { salt: Buffer.alloc(0), info: KINDS[kind] })
  return { iv: all.subarray(0, 16), cipher: all.subarray(16, 48), mac: all.subarray(48, 80) }
}

export class Files {
  constructor() {
    this.kept = new Map()
  }

  keep(bytes) {
    const path = `/v/t62.7118-24/${randomBytes(12).toString('hex')}`
    this.kept.set(path, Buffer.from(bytes))
    return path
  }

  // The fields of a message that name a file.
  seal(kind, bytes) {
    const secret = randomBytes(32)
    const keys = keysOf(secret, kind)
    const cipher = createCipheriv('aes-256-cbc', keys.cipher, keys.iv)
    const sealed = Buffer.concat([cipher.update(bytes), cipher.final()])
    const mac = createHmac('sha256', keys.mac).update(keys.iv).update(sealed).digest().subarray(0, MAC_BYTES)
    const whole = Buffer.concat([sealed, mac])
    return {
      directPath: this.keep(whole),
      mediaKey: secret,
      mediaKeyTimestamp: Math.floor(Date.now() / 1000),
      fileSha256: sha256(bytes),
      fileEncSha256: sha256(whole),
      fileLength: bytes.length,
    }
  }

  // What is in the file that a message names, or why it cannot be had.
  open(message) {
    const kind = Object.keys(KINDS).find((it) => message[it])
    if (!kind) return undefined
    const named = message[kind]
    const whole = this.kept.get(named.directPath.split('?')[0])
    if (!whole) return { error: 'not there' }
    const keys = keysOf(Buffer.from(named.mediaKey), kind)
    const sealed = whole.subarray(0, whole.length - MAC_BYTES)
    const mac = createHmac('sha256', keys.mac).update(keys.iv).update(sealed).digest().subarray(0, MAC_BYTES)
    if (!mac.equals(whole.subarray(whole.length - MAC_BYTES))) return { error: 'changed on its way' }
    const cipher = createDecipheriv('aes-256-cbc', keys.cipher, keys.iv)
    const bytes = Buffer.concat([cipher.update(sealed), cipher.final()])
    if (!sha256(bytes).equals(Buffer.from(named.fileSha256))) return { error: 'not the file that is named' }
    return { kind, sha256: sha256(bytes).toString('hex'), bytes: bytes.length }
  }
}
