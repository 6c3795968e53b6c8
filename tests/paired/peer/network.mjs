// The network between phones: who is who, who has which device, and what is passed on. It keeps what a device has not
// acknowledged, and says it again to the device's next line.
import { randomBytes } from 'node:crypto'
import { Device } from './device.mjs'
import { Files } from './files.mjs'
import { child, node, now, text } from './line.mjs'
import * as pairing from './pairing.mjs'
import { proto } from './package-parts.mjs'
import { HOME, Phone, newId } from './phone.mjs'

const MISSING = /00000$/
const plainNumber = (jid) => jid.replace(/[:@].*$/, '').replace(jid.includes('@lid') ? /^1/ : /^$/, '')

export class Network {
  constructor() {
    this.phones = new Map()
    this.devices = new Map()
    // lines of devices that are not linked yet
    this.unpaired = new Set()
    this.letters = new Map()
    this.chatstates = []
    this.files = new Files()
    this.host = ''
  }

  phone(number, name = undefined) {
    if (!this.phones.has(number)) this.phones.set(number, new Phone(number, name ?? 'Beatriz Nogueira'))
    return this.phones.get(number)
  }

  device(number, id) {
    return this.devices.get(`${number}:${id}`)
  }

  // The device of a number that is linked now.
  linked(number) {
    const device = [...this.devices.values()].findLast((it) => it.number === number && it.isLinked)
    if (!device) throw new Error(`nothing is linked to ${number}`)
    return device
  }

  // The phone of a number takes a device in.
  async link(line, phone, { identity, secret }, business) {
    const id = [...this.devices.values()].filter((it) => it.number === phone.number).length + 1
    const device = new Device(phone, id)
    this.devices.set(`${phone.number}:${id}`, device)
    const success = node('pair-success', {}, [
      node('device-identity', {}, pairing.signed(phone, { identity, secret }, id)),
      ...(business ? [node('biz', { name: business })] : []),
      node('platform', { name: 'android' }),
      node('device', { jid: device.jid, lid: device.lid }),
    ])
    line.linking = device
    await line.tell(node('iq', { from: HOME, type: 'set', id: 'pair-2', xmlns: 'md', t: now() }, [success]))
    return device
  }

  async scan({ code, number, business }) {
    const read = pairing.read(code)
    const line = [...this.unpaired].find((it) => it.refs.includes(read.ref))
    if (!line) throw new Error('nobody shows this code')
    const device = await this.link(line, this.phone(number), read, business)
    return { device: device.id }
  }

  async type({ letters, number, business }) {
    const asked = this.letters.get(number)
    if (!asked) throw new Error('nobody asked for letters')
    const phone = this.phone(number)
    const { wrapped, shared } = pairing.hello(letters, asked.wrapped)
    Object.assign(asked, { shared, business })
    const part = (tag, content) => node(tag, {}, content)
    const said = node('link_code_companion_reg', { stage: 'primary_hello' }, [
      part('link_code_pairing_wrapped_primary_ephemeral_pub', wrapped),
      part('primary_identity_pub', Buffer.from(phone.identity.public).subarray(-32)),
      part('link_code_pairing_ref', asked.ref),
    ])
    await asked.line.tell(node('notification', { from: HOME, type: 'link_code_companion_reg', id: newId(), t: now() }, [said]))
    return {}
  }

  // What devices ask that is about devices.
  async managed(line, asked) {
    if (asked?.tag === 'remove-companion-device') {
      line.device.isLinked = false
      line.device.wasSignedOut = true
      return []
    }
    const number = plainNumber(asked.attrs.jid ?? '')
    if (asked.attrs.stage === 'companion_hello') {
      const ref = randomBytes(16)
      this.letters.set(number, { line, ref, wrapped: child(asked, 'link_code_pairing_wrapped_companion_ephemeral_pub').content })
      return [node('link_code_companion_reg', { stage: 'companion_hello' }, [node('link_code_pairing_ref', {}, ref)])]
    }
    if (asked.attrs.stage === 'companion_finish') {
      const { shared, business } = this.letters.get(number)
      const phone = this.phone(number)
      const told = pairing.secretOf(phone, shared, child(asked, 'link_code_pairing_wrapped_key_bundle').content)
      setImmediate(() => void this.link(line, phone, told, business))
    }
    return []
  }

  // A device has signed what its phone gave it, or has not.
  async answered(line, heard) {
    if (heard.attrs.id !== 'pair-2') return
    line.linking.signed = heard.attrs.type === 'result'
    if (line.linking.signed) await line.last(node('stream:error', { code: '515' }))
  }

  lookUp(asked) {
    const users = child(asked, 'list').content.map((user) => {
      const contact = child(user, 'contact')
      const number = contact ? text(contact).replace(/^\+/, '') : plainNumber(user.attrs.jid)
      const linked = [...this.devices.values()].filter((it) => it.number === number && it.isLinked && it.bundle)
      const ids = [node('device', { id: '0' }), ...linked.map((it) => node('device', { id: String(it.id), 'key-index': String(it.id) }))]
      const isThere = !MISSING.test(number)
      return node('user', { jid: user.attrs.jid ?? `${number}@${HOME}` }, [
        node('contact', { type: isThere ? 'in' : 'out' }),
        node('devices', {}, [node('device-list', {}, isThere ? ids : [])]),
        ...(isThere ? [node('lid', { val: `1${number}@lid` })] : []),
      ])
    })
    return node('usync', {}, [node('result'), node('list', {}, users)])
  }

  firstKeys(asked) {
    return node('list', {}, asked.content.map(({ attrs: { jid } }) => this.phone(plainNumber(jid)).bundle(jid)))
  }

  filesAt() {
    const host = node('host', { hostname: this.host, type: 'primary' })
    return node('media_conn', { auth: 'pass', ttl: '3600', auth_ttl: '3600', max_buckets: '12' }, [host])
  }

  // A message of a device: each phone opens what is for it.
  async sent(device, heard) {
    const { to, id, type } = heard.attrs
    device.done += 1
    const error = device.refuses
    if (!error) {
      const sealed = child(heard, 'participants')?.content.map((it) => [it.attrs.jid, child(it, 'enc')]) ?? []
      const direct = child(heard, 'enc')
      if (direct) sealed.push([to, direct])
      for (const [jid, enc] of sealed) await this.opened(device, this.phone(plainNumber(jid)), heard.attrs, enc)
    }
    await device.line?.tell(node('ack', { class: 'message', id, from: to, t: now(), ...(error ? { error } : {}), ...(type ? { type } : {}) }))
    if (error) return
    const phone = this.phone(plainNumber(to))
    if (phone !== device.phone) for (const kind of phone.receipts) await this.tellReceipt(phone, device, [id], kind)
  }

  async opened(device, phone, { id, edit }, enc) {
    try {
      const message = await phone.inTurn(() => phone.open(device, enc))
      const known = phone.take(id, device.number, message, edit)
      if (known.times === 1) known.file = this.files.open(message)
    } catch (error) {
      phone.unread.push({ id, why: String(error.message ?? error) })
    }
  }

  async tellReceipt(phone, device, ids, kind) {
    const attrs = { from: phone.sender, id: ids[0], t: now(), ...(kind === 'delivery' ? {} : { type: kind }) }
    const more = ids.slice(1).map((id) => node('item', { id }))
    await device.hand(node('receipt', attrs, more.length ? [node('list', {}, more)] : undefined))
  }

  // A receipt of a device: it has a message, somebody has read it, or it could not be opened.
  async receipt(device, heard) {
    const { id, type, to } = heard.attrs
    const more = child(heard, 'list')?.content.map((it) => it.attrs.id) ?? []
    for (const each of [id, ...more]) {
      device.receipts.push({ id: each, type: type ?? 'delivery', to })
      if (type === 'retry') device.retries.push({ id: each, ...child(heard, 'retry')?.attrs, sealed: this.written(each)?.kind })
      else device.acknowledge({ class: 'message', id: each })
    }
    if (type === 'retry') await this.again(device, id)
  }

  // What could not be opened is sealed anew, in a session of its own.
  async again(device, id) {
    const written = this.written(id)
    if (!written) return
    const { phone, message, attrs } = written
    await phone.inTurn(async () => {
      phone.forget(device)
      await device.hand(node('message', attrs, [await phone.seal(device, message)]))
    })
  }

  written(id) {
    for (const phone of this.phones.values()) if (phone.wrote.has(id)) return { phone, ...phone.wrote.get(id) }
    return undefined
  }

  // A phone writes to the device of a number. `own`: the number's own phone writes to somebody.
  async write(phone, number, message, { recipient = undefined, edit = undefined, type = 'text', id = newId() } = {}) {
    const device = this.linked(number)
    const attrs = { from: phone.sender, id, t: now(), type, notify: phone.name }
    if (phone.usesLid) attrs.sender_pn = phone.jid
    if (recipient) attrs.recipient = recipient
    if (edit) attrs.edit = edit
    const media = type === 'media' ? { mediatype: Object.keys(message)[0].replace('Message', '') } : {}
    phone.wrote.set(id, { message: proto.Message.fromObject(message), attrs })
    await phone.inTurn(async () => {
      const enc = await phone.seal(device, phone.wrote.get(id).message, media)
      phone.wrote.get(id).kind = enc.attrs.type
      await device.hand(node('message', attrs, [enc]))
    })
    return id
  }
}
