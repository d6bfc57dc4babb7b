import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAuthority } from '@g2/kit/testing-certificates';
import { HTTP_JOURNEY, runJourneys } from '../../tests/e2e/support/journeys-against.ts';
import { copySecret } from './secrets.ts';
import { NAMESPACE, PROGRAMS, RELEASE, type TrialContext, upgrade } from './trial.ts';

/** Data that the journey sends. With TLS it must not be readable in the packets. */
const SAMPLE_DATA = {
  'an e-mail': '@example.com',
  'a tax id': '11144477735',
  'a title': 'Calculadora de A',
  'a session': 'g2_session=',
} as const;
/** Ports of the programs, PostgreSQL, NATS and object storage. The simulators of external systems have no TLS. */
const PORTS = [8080, 9090, 5432, 4222, 9000];
const CERTIFIED = [...PROGRAMS, 'postgresql', 'nats', 'minio'];

/** Captures the journey without and with TLS. @throws if its data is readable with TLS, or unreadable without it */
export async function testInternalTls(trial: TrialContext): Promise<void> {
  const { capture, figures, helm, url } = trial;
  if (!capture) return figures.note('TLS inside', 'not tried: the nodes of this cluster cannot be reached');
  const journey = () => runJourneys(url, [HTTP_JOURNEY]);
  const plain = readableIn(await capture(PORTS, journey));
  figures.note('read on the wire, in plain', plain.join(', ') || 'nothing');
  await figures.timed('TLS on', () => turnOn(trial));
  try {
    await helm('test', RELEASE);
    const secured = readableIn(await capture(PORTS, journey));
    figures.note('read on the wire, with TLS', secured.join(', ') || 'nothing');
    if (secured.length > 0) throw new Error(`readable with TLS on: ${secured.join(', ')}`);
    if (plain.length < Object.keys(SAMPLE_DATA).length)
      throw new Error('what should be read in plain was not');
  } finally {
    trial.door.tls = undefined;
    await upgrade(trial);
  }
}

async function turnOn(trial: TrialContext): Promise<void> {
  const authority = await createAuthority();
  const secretOf = (part: string) => `${RELEASE}-${part}-given`;
  let ca = '';
  for (const part of CERTIFIED) {
    const services = [part, ...(part === 'payment-credit' ? ['payment-credit-webhook'] : [])];
    const names = services.map((one) => `${RELEASE}-${one}.${NAMESPACE}.svc`);
    const folder = await authority.issue(...names);
    ca = join(folder, 'ca.crt');
    const files = readdirSync(folder).filter((file) => /^(tls\.(crt|key)|ca\.crt)$/.test(file));
    const content = Object.fromEntries(files.map((file) => [file, readFileSync(join(folder, file))]));
    await copySecret(trial, secretOf(part), content);
  }
  await upgrade(trial, {
    'insideTls.enabled': true,
    'insideTls.existingSecrets': Object.fromEntries(CERTIFIED.map((part) => [part, secretOf(part)])),
  });
  trial.door.tls = { ca: readFileSync(ca), servername: `${RELEASE}-gateway.${NAMESPACE}.svc` };
}

const readableIn = (packets: Buffer): string[] =>
  Object.entries(SAMPLE_DATA).flatMap(([what, text]) => (packets.includes(text) ? [what] : []));
