import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { SigningKey } from '@g2/proof/signing';
import {
  type CertBag,
  Certificate,
  PFX,
  type PKCS8ShroudedKeyBag,
  type PrivateKeyInfo,
  type SafeContents,
} from 'pkijs';

const BAGS = {
  plainKey: '1.2.840.113549.1.12.10.1.1',
  key: '1.2.840.113549.1.12.10.1.2',
  certificate: '1.2.840.113549.1.12.10.1.3',
};

/** Signing key, its certificate and the chain up to a self-signed root. */
export type Signer = SigningKey & {
  /** Earliest expiry in the chain. */
  expiresAt: Date;
  /** Issued by a test authority: legally void. */
  isTestIssued: boolean;
};

/** The test authority puts this text into all subjects. */
const isTestCertificate = ({ subject, issuer }: X509Certificate): boolean =>
  /SEM VALIDADE JUR/i.test(`${subject}\n${issuer}`);

/** Opens PKCS#12 (RFC 7292) with one key and its whole chain. @throws Error with one line and no data of the file */
export async function openSigner(file: string, password: string): Promise<Signer> {
  const { keys, certificates } = await contentsOf(await bytesOf(file), password);
  const [key] = keys;
  if (key === undefined || keys.length > 1) throw new Error('it holds no private key, or more than one');
  if (key.asymmetricKeyType !== 'rsa' && key.asymmetricKeyType !== 'ec')
    throw new Error('its key is neither RSA nor of an elliptic curve');
  const certificate = certificates.find((one) => one.checkPrivateKey(key));
  if (certificate === undefined) throw new Error('it holds no certificate of its key');
  const chain = chainOf(certificate, certificates);
  const expiresAt = new Date(Math.min(...chain.map(({ validToDate }) => validToDate.getTime())));
  return { key, certificate, chain, expiresAt, isTestIssued: chain.some(isTestCertificate) };
}

const bytesOf = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: unknown) => {
    throw new Error('it can not be read', { cause: error });
  });

function chainOf(certificate: X509Certificate, others: readonly X509Certificate[]): X509Certificate[] {
  const chain = [certificate];
  for (let current = certificate; !isRoot(current); ) {
    const issuer = others.find((one) => current.checkIssued(one) && current.verify(one.publicKey));
    if (issuer === undefined || chain.includes(issuer))
      throw new Error('certificates up to a root are missing in it: export it with its whole chain');
    chain.push(issuer);
    current = issuer;
  }
  return chain;
}

const isRoot = (certificate: X509Certificate): boolean =>
  certificate.checkIssued(certificate) && certificate.verify(certificate.publicKey);

type Contents = { keys: KeyObject[]; certificates: X509Certificate[] };

async function contentsOf(bytes: Buffer, password: string): Promise<Contents> {
  const file = parse(bytes);
  const secret = Uint8Array.from(Buffer.from(password)).buffer;
  await file.parseInternalValues({ password: secret, checkIntegrity: true }).catch((error: unknown) => {
    throw new Error('its password does not fit', { cause: error });
  });
  const safe = file.parsedValue?.authenticatedSafe;
  if (safe === undefined) throw new Error('it holds nothing');
  try {
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: secret })) });
    const contents = safe.parsedValue.safeContents as { value: SafeContents }[];
    const bags = contents.flatMap(({ value }) => value.safeBags);
    return {
      keys: bags.flatMap((bag) => keyIn(bag, password)),
      certificates: bags.flatMap(certificateIn),
    };
  } catch (error) {
    throw new Error(
      'it is encrypted in an old way: write it anew with `openssl pkcs12 -legacy` and `openssl pkcs12 -export`',
      { cause: error },
    );
  }
}

type Bag = SafeContents['safeBags'][number];

/** A shrouded key is an encrypted PKCS#8 (RFC 7292 §4.2.2), which Node decrypts. */
function keyIn({ bagId, bagValue }: Bag, passphrase: string): KeyObject[] {
  if (bagId !== BAGS.key && bagId !== BAGS.plainKey) return [];
  const der = (bagValue as PKCS8ShroudedKeyBag | PrivateKeyInfo).toSchema().toBER();
  return [createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8', passphrase })];
}

function certificateIn({ bagId, bagValue }: Bag): X509Certificate[] {
  if (bagId !== BAGS.certificate) return [];
  const { parsedValue } = bagValue as CertBag;
  return parsedValue instanceof Certificate
    ? [new X509Certificate(Buffer.from(parsedValue.toSchema(true).toBER()))]
    : [];
}

function parse(bytes: Buffer): PFX {
  try {
    return PFX.fromBER(Uint8Array.from(bytes).buffer);
  } catch (error) {
    throw new Error('it is not a PKCS#12 file', { cause: error });
  }
}
