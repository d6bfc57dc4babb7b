import { randomInt } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAuthorities } from '../../../services/certificate/src/authorities/authorities.ts';
import { openDocument } from '../../../services/certificate/src/pades/document.ts';
import { signaturesOf } from '../../../services/certificate/src/pades/fields.ts';
import { openRevocation } from '../../../services/certificate/src/pades/revocation.ts';
import { type SignedPdf, signPdf, upgradePdf } from '../../../services/certificate/src/pades/sign.ts';
import { openSigner } from '../../../services/certificate/src/pades/signer.ts';
import { samplePdf } from '../../../services/certificate/test/sample-pdf.ts';
import { type RunningAuthority, startTestAuthority } from '../src/server.ts';
import { tempFolder } from '../src/testing.ts';
import { pdfsigWith, pyhanko } from './tools.ts';

/** Slow: a third-party program, in one process per file, verifies the signatures. */
const SLOW = { timeout: 300_000 };
const FLIPS = 20;

const folder = tempFolder();
const file = (name: string) => join(folder.path, name);
const running: RunningAuthority[] = [];
const hanko = pyhanko();

/** Signs documents with a new authority. @returns one with time stamps, one without, and one that got them later */
async function signedBy(name: string, direct: boolean) {
  const authority = await startTestAuthority({ folder: file(name), direct });
  running.push(authority);
  const { urls, roots, files } = authority;
  const signing = {
    signer: await openSigner(files.p12, readFileSync(files.password, 'utf8')),
    authorities: openAuthorities({ urls, roots }),
    revocation: openRevocation({ roots }),
    onFailure: () => {},
  };
  const about = {
    name: 'G2 Software Registry',
    reason: 'Certificado nº 1',
    location: 'Brasil',
    at: new Date(),
  };
  const pdf = await samplePdf();
  const complete = await signPdf(pdf, signing, about);
  authority.setTrouble('failing');
  const bare = await signPdf(pdf, signing, about);
  authority.setTrouble(null);
  const raised = (await upgradePdf(bare.pdf, signing)) as SignedPdf;
  expect([complete.level, bare.level, raised.level]).toEqual(['B-LTA', 'B-B', 'B-LTA']);
  const at = (part: string) => file(`${name}-${part}.pdf`);
  for (const [part, { pdf }] of Object.entries({ complete, bare, raised })) writeFileSync(at(part), pdf);
  const pems = ['documents', 'stamps1', 'stamps2'].map((root) => join(files.tsaRoots, `../raiz-${root}.pem`));
  return { at, complete: complete.pdf, roots: pems };
}

let direct: Awaited<ReturnType<typeof signedBy>>;
let chained: Awaited<ReturnType<typeof signedBy>>;
beforeAll(async () => {
  direct = await signedBy('direct', true);
  chained = await signedBy('chained', false);
});
afterAll(async () => {
  await Promise.all(running.map((one) => one.stop()));
  folder.remove();
});

/** Flips one bit, except in the padding after the last time stamp, which no signature covers. */
function flipped(pdf: Buffer): { path: string; at: number } {
  const { message } = signaturesOf(openDocument(pdf)).at(-1) ?? { message: Buffer.alloc(0) };
  const from = pdf.lastIndexOf(message.toString('hex').toUpperCase()) + message.length * 2;
  const until = pdf.indexOf('>', from);
  let at = randomInt(pdf.length);
  while (at >= from && at < until) at = randomInt(pdf.length);
  const changed = Buffer.from(pdf);
  changed[at] = (changed[at] as number) ^ 1;
  const path = file('flipped.pdf');
  writeFileSync(path, changed);
  return { path, at };
}

test('pdfsig accepts the signature only with the right root', SLOW, () => {
  const ask = pdfsigWith(file('nss'), chained.roots);
  const withoutRoots = pdfsigWith(file('nss-empty'), []);
  if (ask === undefined || withoutRoots === undefined) return;
  for (const part of ['complete', 'bare', 'raised']) {
    const output = ask(chained.at(part));
    expect(output).toContain('Signature is Valid.');
    expect(output).toContain('Certificate is Trusted.');
    expect(output).toContain('Signature Type: ETSI.CAdES.detached');
    expect(withoutRoots(chained.at(part))).not.toContain('Certificate is Trusted.');
  }
  const changed = Buffer.from(chained.complete);
  changed[1000] = (changed[1000] as number) ^ 1;
  writeFileSync(file('changed.pdf'), changed);
  expect(ask(file('changed.pdf'))).toContain('Digest Mismatch.');
});

test('pyHanko confirms level B-LTA, also long after the certificate expired', SLOW, () => {
  if (hanko === undefined) return;
  const good = { verdict: 'OK', intact: true, trusted: true, changes: 'LTA_UPDATES', stamps: [true] };
  expect(hanko(chained.at('complete'), 0, chained.roots)).toMatchObject(good);
  for (const years of [0, 5, 18])
    expect(hanko(direct.at('complete'), years, direct.roots), `in ${years} years`).toMatchObject(good);
  expect(hanko(direct.at('complete'), 0, chained.roots)).toMatchObject({ trusted: false });
});

test('pyHanko accepts a document that got its time stamps later', SLOW, () => {
  if (hanko === undefined) return;
  expect(hanko(direct.at('bare'), 0, direct.roots)).toMatchObject({
    intact: true,
    trusted: false,
    stamps: [],
  });
  // Does not compare pyHanko's verdict: it requires a signature time stamp, while the standard also accepts a
  // document time stamp.
  const holds = { intact: true, trusted: true, changes: 'LTA_UPDATES', stamps: [true, true] };
  expect(hanko(direct.at('raised'), 0, direct.roots)).toMatchObject(holds);
});

test('pyHanko refuses a document with any bit flipped', SLOW, () => {
  if (hanko === undefined) return;
  for (let round = 0; round < FLIPS; round++) {
    const { path, at } = flipped(direct.complete);
    const { verdict, stamps } = hanko(path, 0, direct.roots);
    expect(verdict === 'OK' && stamps.length === 1 && stamps.every(Boolean), `byte ${at}`).toBe(false);
  }
});
