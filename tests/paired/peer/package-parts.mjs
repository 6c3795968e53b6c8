// What is used of the packages: crabline's server and cryptography, Baileys' binary nodes and messages, libsignal.
import { register } from 'node:module'

register('./opened.mjs', import.meta.url)

const crabline = './node_modules/@openclaw/crabline/dist/src/servers'
const server = await import(`${crabline}/whatsapp-baileys-websocket.js`)
const wire = await import(`${crabline}/whatsapp-wire/crypto.js`)
const bundles = await import(`${crabline}/whatsapp-wire/signal.js`)
const baileys = await import('./node_modules/baileys/lib/WABinary/index.js')
const messages = await import('./node_modules/baileys/WAProto/index.js')
const signal = await import('libsignal')

export const { BaileysNoiseServer, WhatsAppBaileysWebSocketSession } = server
export const { Curve, aesDecryptGCM, encodeBigEndian, ensureSignalPublicKey, generateSignalKeyPair, hkdf, scrubSignalPublicKey, signedKeyPair } = wire
export const { KEY_BUNDLE_TYPE, xmppPreKey, xmppSignedPreKey } = bundles
export const { decodeBinaryNode, encodeBinaryNode } = baileys
export const { proto } = messages
export const { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord } = signal.default
