// What tests may have phones do, and what they may ask. Each takes and answers JSON.
import { node } from './line.mjs'
import { HOME } from './phone.mjs'

const key = (jid, id, fromMe) => ({ remoteJid: jid, id, fromMe })

// What a phone writes, in the words of the protocol. `quoted`: the id of a message of the desk.
function message(network, { text, quoted, file, place, card, react, edit, revoke, desk, phone }) {
  const deskJid = `${desk}@${HOME}`
  const chat = phone.number === desk ? undefined : deskJid
  const contextInfo = quoted && { stanzaId: quoted, participant: deskJid, quotedMessage: { conversation: '…' } }
  if (react) return { reactionMessage: { key: key(chat, react, true), text, senderTimestampMs: Date.now() } }
  if (edit) return { protocolMessage: { key: key(chat, edit, true), type: 14, editedMessage: { conversation: text }, timestampMs: Date.now() } }
  if (revoke) return { protocolMessage: { key: key(chat, revoke, true), type: 0 } }
  if (place) return { locationMessage: { degreesLatitude: place[0], degreesLongitude: place[1], name: text } }
  if (card) return { contactMessage: { displayName: text, vcard: card } }
  if (file) {
    const { kind, bytes, ...more } = file
    return { [kind]: { ...network.files.seal(kind, Buffer.from(bytes, 'base64')), ...more, contextInfo } }
  }
  return contextInfo ? { extendedTextMessage: { text, contextInfo } } : { conversation: text }
}

const EDITED = { edit: '1', revoke: '7' }
const kindOf = ({ file, react }) => (file ? 'media' : react ? 'reaction' : 'text')
const changeOf = (asked) => Object.entries(EDITED).find(([name]) => asked[name])?.[1]

export function verbs(network) {
  const shown = (number) => {
    const phone = network.phone(number)
    return { got: phone.got, unread: phone.unread }
  }
  return {
    scan: (asked) => network.scan(asked),
    type: (asked) => network.type(asked),

    // a customer writes
    say: async (asked) => {
      const phone = network.phone(asked.from, asked.name)
      if (asked.lid !== undefined) phone.usesLid = asked.lid
      const said = message(network, { ...asked, desk: asked.to, phone })
      const id = await network.write(phone, asked.to, said, { type: kindOf(asked), edit: changeOf(asked), id: asked.id })
      return { id }
    },
    // the number's own phone writes to a customer
    own: async (asked) => {
      const phone = network.phone(asked.number)
      const recipient = `${asked.to}@${HOME}`
      const said = message(network, { ...asked, desk: asked.number, phone })
      const sent = { deviceSentMessage: { destinationJid: recipient, message: said } }
      return { id: await network.write(phone, asked.number, sent, { recipient, type: kindOf(asked), edit: changeOf(asked) }) }
    },
    // `kind`: delivery, read, played
    receipt: ({ from, to, ids, kind }) => network.tellReceipt(network.phone(from), network.linked(to), ids, kind),
    // which receipts a phone sends by itself
    receipts: ({ number, kinds }) => void (network.phone(number).receipts = kinds),
    writes: async ({ from, to, state }) => {
      const said = node('chatstate', { from: network.phone(from).sender }, [node(state)])
      await network.linked(to).line?.tell(said)
    },

    cut: ({ number }) => void network.linked(number).line?.socket.terminate(),
    // the device gets no line, and has none
    close: ({ number, closed }) => {
      const device = network.linked(number)
      device.isClosed = closed
      if (closed) device.line?.socket.terminate()
    },
    replace: ({ number }) =>
      network.linked(number).line.last(node('stream:error', {}, [node('conflict', { type: 'replaced' })])),
    unlink: async ({ number }) => {
      const device = network.linked(number)
      device.isLinked = false
      await device.line?.last(node('stream:error', { code: '401' }, [node('conflict', { type: 'device_removed' })]))
    },
    // the next sign-ins are answered with this; the line is cut
    refuseSignIn: ({ number, attrs }) => {
      const device = network.linked(number)
      device.refusal = attrs
      device.line?.socket.terminate()
    },
    // messages of the device are answered with this
    refuseMessages: ({ number, error }) => void (network.linked(number).refuses = error),

    phone: ({ number }) => shown(number),
    // the devices of a number, oldest first
    device: ({ number }) => {
      const all = [...network.devices.values()].filter((it) => it.number === number)
      return {
        devices: all.map((it) => ({
          id: it.id,
          isLinked: it.isLinked,
          isOnline: it.line !== undefined,
          signIns: it.signIns,
          done: it.done,
          wasSignedOut: it.wasSignedOut === true,
          signed: it.signed === true,
          identity: it.bundle?.identityKey.toString('hex') ?? '',
          retries: it.retries,
          receipts: it.receipts,
          waiting: [...it.waiting.keys()],
          keysLeft: it.bundle?.keys.length ?? 0,
        })),
      }
    },
    chatstates: () => ({ chatstates: network.chatstates }),
  }
}
