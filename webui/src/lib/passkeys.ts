import { ApiError, isRecord } from '@/api/error';
import type { MadePasskey, PasskeyAnswer } from '@/api/types';

/** What the server asks of a passkey: as WebAuthn has it, bytes in base64url. */
export type PasskeyOptions = Record<string, unknown>;

/** Whether this page can use passkeys of that name: a trusted page at it, in a browser that has them. */
export const canUsePasskeys = (name: unknown): name is string =>
  typeof name === 'string' &&
  window.isSecureContext &&
  'PublicKeyCredential' in window &&
  (location.hostname === name || location.hostname.endsWith(`.${name}`));

/** What a refusal asks a passkey to sign; null where it asks for nothing, or this browser cannot. */
export function passkeyAsked(failure: unknown): PasskeyOptions | null {
  if (!(failure instanceof ApiError) || !isRecord(failure.body)) return null;
  const { passkey } = failure.body;
  return isRecord(passkey) && canUsePasskeys(passkey.rpId) ? passkey : null;
}

export function toBytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (letter) => letter.codePointAt(0) ?? 0);
}

export function toText(bytes: ArrayBuffer): string {
  const plain = String.fromCodePoint(...new Uint8Array(bytes));
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

const withBytes = (known: unknown) =>
  Array.isArray(known) ? known.map((one: { id: string }) => ({ ...one, id: toBytes(one.id) })) : [];

/** Whoever closes the browser's question, or has no passkey at hand, is told so like a refusal. */
async function asked<T>(question: Promise<Credential | null>): Promise<PublicKeyCredential & { response: T }> {
  const answer = await question.catch(() => null);
  if (!(answer instanceof PublicKeyCredential)) throw new ApiError('ERR_PASSKEY_INVALID', 0, '');
  return answer as PublicKeyCredential & { response: T };
}

/** Lets the browser make a passkey. */
export async function makePasskey(options: PasskeyOptions): Promise<MadePasskey> {
  const user = options.user as { id: string };
  const publicKey = {
    ...options,
    challenge: toBytes(String(options.challenge)),
    user: { ...user, id: toBytes(user.id) },
    excludeCredentials: withBytes(options.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
  const { response } = await asked<AuthenticatorAttestationResponse>(navigator.credentials.create({ publicKey }));
  return {
    clientData: toText(response.clientDataJSON),
    attestation: toText(response.attestationObject),
    transports: response.getTransports(),
  };
}

/** Lets one of the user's passkeys sign. */
export async function signWithPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const publicKey = {
    ...options,
    challenge: toBytes(String(options.challenge)),
    allowCredentials: withBytes(options.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
  const { id, response } = await asked<AuthenticatorAssertionResponse>(navigator.credentials.get({ publicKey }));
  return {
    credential: id,
    clientData: toText(response.clientDataJSON),
    authenticatorData: toText(response.authenticatorData),
    signature: toText(response.signature),
    userHandle: response.userHandle && toText(response.userHandle),
  };
}

/** Sends; where the refusal asks for a second factor that a passkey can show, lets it sign and sends again with that. */
export async function withPasskey<T>(send: (proof: { passkey?: PasskeyAnswer }) => Promise<T>): Promise<T> {
  try {
    return await send({});
  } catch (failure) {
    const options = passkeyAsked(failure);
    if (!options || (failure as ApiError).code !== 'ERR_SECOND_FACTOR_NEEDED') throw failure;
    return await send({ passkey: await signWithPasskey(options) });
  }
}
