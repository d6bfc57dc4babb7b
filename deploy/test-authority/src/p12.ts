import type { X509Certificate } from 'node:crypto';
import {
  AuthenticatedSafe,
  CertBag,
  Certificate,
  PFX,
  PKCS8ShroudedKeyBag,
  PrivateKeyInfo,
  SafeBag,
  SafeContents,
} from 'pkijs';
import type { KeyAndCertificate } from './certificates.ts';

const BAGS = { key: '1.2.840.113549.1.12.10.1.2', certificate: '1.2.840.113549.1.12.10.1.3' };
const X509 = '1.2.840.113549.1.9.22.1';
const ITERATIONS = 2048;

/** Packs a key, its certificate and the chain as PKCS#12 (RFC 7292), encrypted with AES-256. */
export async function p12Of(
  { key, certificate }: KeyAndCertificate,
  above: readonly X509Certificate[],
  password: string,
): Promise<Buffer> {
  const secret = bufferOf(Buffer.from(password));
  const encryption = {
    password: secret,
    contentEncryptionAlgorithm: { name: 'AES-CBC', length: 256 } as const,
    hmacHashAlgorithm: 'SHA-256',
    iterationCount: ITERATIONS,
  };
  const info = PrivateKeyInfo.fromBER(bufferOf(key.export({ type: 'pkcs8', format: 'der' })));
  const keyBag = new PKCS8ShroudedKeyBag({ parsedValue: info });
  await keyBag.makeInternalValues(encryption as never);
  const keys = new SafeContents({ safeBags: [new SafeBag({ bagId: BAGS.key, bagValue: keyBag })] });
  const certificates = new SafeContents({ safeBags: [certificate, ...above].map(bagOf) });
  const authenticatedSafe = new AuthenticatedSafe({
    parsedValue: {
      safeContents: [
        { privacyMode: 0, value: keys },
        { privacyMode: 1, value: certificates },
      ],
    },
  });
  await authenticatedSafe.makeInternalValues({ safeContents: [{}, encryption] });
  const file = new PFX({ parsedValue: { integrityMode: 0, authenticatedSafe } });
  await file.makeInternalValues({
    password: secret,
    iterations: ITERATIONS,
    pbkdf2HashAlgorithm: { name: 'SHA-256' },
    hmacHashAlgorithm: 'SHA-256',
  });
  return Buffer.from(file.toSchema().toBER());
}

const bagOf = ({ raw }: X509Certificate): SafeBag<CertBag> =>
  new SafeBag({
    bagId: BAGS.certificate,
    bagValue: new CertBag({ certId: X509, parsedValue: Certificate.fromBER(bufferOf(raw)) }),
  });

const bufferOf = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
