// What a phone does when it links a device: by the code that it scans, or by eight letters that it is told.
import { createCipheriv, createDecipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { Curve, aesDecryptGCM, hkdf, proto, scrubSignalPublicKey } from './package-parts.mjs'

const ACCOUNT_SIGNATURE = Buffer.from([6, 0])
const ROUNDS = 131_072

// What a scanned code says.
export function read(code) {
  const [ref, , identity, secret] = code.split(',')
  return { ref, identity: Buffer.from(identity, 'base64'), secret: Buffer.from(secret, 'base64') }
}

// The phone signs the device's identity, and shows by the secret that it has seen the code.
export function signed(phone, { identity, secret }, index) {
  const details = proto.ADVDeviceIdentity.encode({ rawId: 7, timestamp: Math.floor(Date.now() / 1000), keyIndex: index }).finish()
  const signature = Curve.sign(phone.identity.private, Buffer.concat([ACCOUNT_SIGNATURE, details, identity]))
  const inner = proto.ADVSignedDeviceIdentity.encode({
    details,
    accountSignatureKey: scrubSignalPublicKey(phone.identity.public),
    accountSignature: signature,
  }).finish()
  const hmac = createHmac('sha256', secret).update(inner).digest()
  return Buffer.from(proto.ADVSignedDeviceIdentityHMAC.encode({ details: inner, hmac }).finish())
}

// The phone's first word after somebody typed the letters: its fleeting key, wrapped by them.
export function hello(letters, wrappedByDevice) {
  const own = Curve.generateKeyPair()
  const salt = randomBytes(32)
  const iv = randomBytes(16)
  const cipher = createCipheriv('aes-256-ctr', stretched(letters, salt), iv)
  const wrapped = Buffer.concat([salt, iv, cipher.update(own.public), cipher.final()])
  const theirs = Buffer.from(wrappedByDevice)
  const opener = createDecipheriv('aes-256-ctr', stretched(letters, theirs.subarray(0, 32)), theirs.subarray(32, 48))
  return { wrapped, shared: Curve.sharedKey(own.private, opener.update(theirs.subarray(48, 80))) }
}

// What the device answers: its identity, and what the secret between both is made of.
export function secretOf(phone, shared, bundle) {
  const sealed = Buffer.from(bundle)
  const key = hkdf(shared, 32, { salt: sealed.subarray(0, 32), info: 'link_code_pairing_key_bundle_encryption_key' })
  const opened = aesDecryptGCM(sealed.subarray(44), key, sealed.subarray(32, 44), Buffer.alloc(0))
  const [identity, own, chance] = [opened.subarray(0, 32), opened.subarray(32, 64), opened.subarray(64, 96)]
  if (!own.equals(scrubSignalPublicKey(phone.identity.public))) throw new Error('the device answers another phone')
  const together = Buffer.concat([shared, Curve.sharedKey(phone.identity.private, identity), chance])
  return { identity, secret: hkdf(together, 32, { salt: Buffer.alloc(0), info: 'adv_secret' }) }
}

const stretched = (letters, salt) => pbkdf2Sync(letters, salt, ROUNDS, 32, 'sha256')
