import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { PasskeyAnswer } from '@g2/proto/identity';

/** Deviations from an honest authenticator. */
export type Deviation = {
  origin?: string;
  rpId?: string;
  /** Signature counter; absent: one more than before. */
  counter?: number;
  isVerified?: boolean;
  challenge?: string;
};

type Asked = { challenge: string; user?: { id: string } };

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const text = (data: Buffer): string => data.toString('base64url');

/** Encodes CBOR (RFC 8949), but only the types that attestations need. */
function cbor(value: unknown): Buffer {
  const head = (major: number, n: number): Buffer => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flat().map((one) => cbor(one))]);
  }
  throw new Error('not in CBOR here');
}

/** Software authenticator with one passkey (ES256). */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const jwk = publicKey.export({ format: 'jwk' });
  const id = randomBytes(20);
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, asked: Asked, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? asked.challenge,
        origin: deviation.origin ?? origin,
      }),
    );
  const authData = (deviation: Deviation, attested = Buffer.alloc(0)): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(deviation.counter ?? ++counter);
    // Flag bits: user present, user verified, attested data included.
    const flags = 1 | (deviation.isVerified === false ? 0 : 4) | (attested.length > 0 ? 64 : 0);
    const rpId = deviation.rpId ?? new URL(origin).hostname;
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, attested]);
  };
  const blank = {
    attestationObject: '',
    transports: [],
    authenticatorData: '',
    signature: '',
    userHandle: '',
  };

  return {
    id: text(id),
    /** Result of `navigator.credentials.create`. */
    create(options: string, deviation: Deviation = {}): PasskeyAnswer {
      const request: Asked = JSON.parse(options);
      userHandle = request.user?.id ?? '';
      const coseKey = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(jwk.x ?? '', 'base64url')],
          [-3, Buffer.from(jwk.y ?? '', 'base64url')],
        ]),
      );
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, coseKey]);
      const object = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData(deviation, attested)],
      ]);
      return {
        ...blank,
        id: text(id),
        clientDataJson: text(clientData('webauthn.create', request, deviation)),
        attestationObject: text(cbor(object)),
        transports: ['internal'],
      };
    },
    /** Result of `navigator.credentials.get`. */
    get(options: string, deviation: Deviation = {}): PasskeyAnswer {
      const client = clientData('webauthn.get', JSON.parse(options), deviation);
      const data = authData(deviation);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...blank,
        id: text(id),
        clientDataJson: text(client),
        authenticatorData: text(data),
        signature: text(signature),
        userHandle,
      };
    },
  };
}
