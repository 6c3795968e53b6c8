// The encrypted line, as crabline speaks it, with two repairs: the certificate is of the key that the server has, and a
// device that remembers another server's key is led back to the beginning (the pattern XXfallback).
import { createHash } from 'node:crypto'
import { BaileysNoiseServer, decodeBinaryNode, encodeBinaryNode } from './package-parts.mjs'

const FALLBACK = 'Noise_XXfallback_25519_AESGCM_SHA256'
const HEADER = Buffer.from([87, 65, 6, 3])
// where the leaf's key is in the certificates that the package has recorded
const KEY_AT = 11
const KEY_BYTES = 32

export class Noise extends BaileysNoiseServer {
  // `hello`: the first frame of the device
  createServerHello(hello) {
    if (remembersKey(hello)) {
      const start = createHash('sha256').update(FALLBACK).digest()
      this.open_hash = this.open_salt = this.open_encKey = this.open_decKey = start
      this.open_authenticate(HEADER)
    }
    return super.createServerHello(hello)
  }

  // the key and the certificates are sealed with this, in this order
  open_encrypt(plain) {
    const own = this.open_serverStaticKey.public
    if (plain.length === KEY_BYTES) return super.open_encrypt(plain)
    const certificates = Buffer.from(plain)
    Buffer.from(own).copy(certificates, KEY_AT)
    return super.open_encrypt(certificates)
  }

  // the last thing that is opened in the handshake is who signs in
  open_decrypt(sealed) {
    this.signIn = super.open_decrypt(sealed)
    return this.signIn
  }

  async decodeTransportNode(frame) {
    return await decodeBinaryNode(this.open_transport.decrypt(frame))
  }

  encodeNode(node) {
    const sealed = this.open_transport.encrypt(encodeBinaryNode(node))
    const size = Buffer.from([sealed.length >> 16, (sealed.length >> 8) & 255, sealed.length & 255])
    return Buffer.concat([size, sealed])
  }
}

// HandshakeMessage.clientHello (field 2) holds ephemeral (1) and, where a key is remembered, static (2)
function remembersKey(hello) {
  const inside = field(hello, 2)
  return inside !== undefined && field(inside, 2) !== undefined
}

// A field of a message that has only fields of bytes.
function field(bytes, wanted) {
  let at = 0
  while (at < bytes.length) {
    const number = bytes[at] >> 3
    let length = 0
    let shift = 0
    do {
      at += 1
      length |= (bytes[at] & 127) << shift
      shift += 7
    } while (bytes[at] & 128)
    at += 1
    if (number === wanted) return bytes.subarray(at, at + length)
    at += length
  }
  return undefined
}
