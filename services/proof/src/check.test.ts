import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Check, checkBundle, type TrustedKeys } from './check.ts';
import { signCheckpoint } from './checkpoint.ts';
import { OIDS } from './cms.ts';
import { inclusionPath, leafHash, rootOf, subtreesOf } from './merkle.ts';
import { parseVerifierKey, verifierKey } from './note.ts';
import { receiptOf } from './receipt.ts';
import { compareWithSums, signSums } from './sums.ts';
import { certify, granted, signedMessage, stampInfo } from './testing/authority.ts';
import { formatTlogProof } from './tlog-proof.ts';

const LOG = { name: 'registro.example/log', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = verifierKey(LOG);
const root = certify({ name: 'Raiz' });
const stamper = certify({ name: 'Carimbo', issuer: root, purpose: OIDS.timeStamping });
const at = new Date('2026-11-24T12:00:00Z');
const hashOf = (algorithm: string, bytes: Uint8Array) => createHash(algorithm).update(bytes).digest();
const stampOf = (algorithm: 'sha256' | 'sha512', hash: Buffer) =>
  granted(signedMessage(stampInfo({ algorithm, hash }, at), stamper));

const zip = Buffer.from('um ZIP');
const pdf = Buffer.from('%PDF-1.7 certificado, e o que veio depois');
const first = pdf.subarray(0, 20);
const file = { sha256: hashOf('sha256', zip).toString('hex'), sha512: hashOf('sha512', zip).toString('hex') };

type Manifest = { arquivo: { sha256: string; sha512: string | null }; certificado?: object | null };
const full: Manifest = {
  arquivo: file,
  certificado: { sha256: hashOf('sha256', first).toString('hex'), bytes: first.length },
};

/** Log files of a bundle folder. The manifest is entry 2 in a log of 5 entries. */
function placed(folder: string, manifest: Buffer): [string, Buffer][] {
  const salt = randomBytes(32);
  const entry = createHash('sha256').update(salt).update(manifest).digest();
  const { path, tree, checkpoint } = inTree(entry);
  const kid = { kid: key, privateKey: LOG.privateKey };
  return [
    [`${folder}/sal`, salt],
    [`${folder}/entrada`, entry],
    [`${folder}/prova.tlog-proof`, Buffer.from(formatTlogProof({ index: 2, path, checkpoint }))],
    [`${folder}/recibo.cose`, receiptOf({ index: 2, size: 5, path }, tree, kid)],
  ];
}

/** Files of the folder `chegada`: a time-stamped checkpoint of a log that contains the entry, and the proof. */
function arrived(entry: Buffer): [string, Buffer][] {
  const { path, checkpoint } = inTree(entry);
  return [
    ['chegada/checkpoint', Buffer.from(checkpoint)],
    ['chegada/prova.tlog-proof', Buffer.from(formatTlogProof({ index: 2, path, checkpoint }))],
    ['chegada/carimbo-1.tsr', stampOf('sha256', hashOf('sha256', Buffer.from(checkpoint)))],
  ];
}

function inTree(entry: Buffer) {
  const leaves = Array.from({ length: 5 }, (_, n) => leafHash(n === 2 ? entry : Buffer.of(n)));
  const path = inclusionPath(2, 5).map(subtreesOf(leaves));
  const tree = Buffer.from(rootOf(leaves));
  return { path, tree, checkpoint: signCheckpoint({ origin: LOG.name, size: 5, root: tree }, LOG) };
}

/** A complete bundle as a client downloads it, with `somas.txt`. */
function bundle(manifest: Manifest = full): Map<string, Buffer> {
  const json = Buffer.from(JSON.stringify(manifest));
  const before = Buffer.from('{"evento":"deposito"}');
  const files = new Map<string, Buffer>([
    ['certificado.pdf', pdf],
    ['manifesto.json', json],
    ['carimbos/arquivo-1.tsr', stampOf('sha512', hashOf('sha512', zip))],
    ['carimbos/certificado-1.tsr', stampOf('sha256', hashOf('sha256', pdf))],
    ['carimbos/autoridades.pem', Buffer.from(root.certificate.toString())],
    ...placed('registro', json),
    ['registro/chave', Buffer.from(`${key}\n`)],
    ['deposito/manifesto.json', before],
    ...placed('deposito', before),
  ]);
  for (const [name, bytes] of arrived(files.get('deposito/entrada') ?? Buffer.of())) files.set(name, bytes);
  return files.set('somas.txt', Buffer.from(signSums(files, LOG)));
}
const whole = bundle();
const without = (name: string) => new Map([...whole].filter(([one]) => one !== name));
const trust: TrustedKeys = { logKey: key, roots: [root.certificate.toString()], file };

const said = (checks: Check[], outcome: Check['outcome']) =>
  checks.filter((one) => one.outcome === outcome).map(({ part, detail }) => `${part}: ${detail}`);
const failing = (files: ReadonlyMap<string, Uint8Array>, more: TrustedKeys = {}) =>
  said(checkBundle(files, more), 'fails');

describe('a proof bundle', () => {
  it('passes every check when the verifier knows log key, root certificates and file', () => {
    expect(checkBundle(whole, trust).map((one) => Object.values(one).join(' | '))).toEqual([
      'somas.txt | nenhum arquivo mudou | holds | 18 arquivos conferem',
      'registro/chave | a chave é a do registro público | holds | registro.example/log',
      `manifesto.json | é o que foi registrado | holds | ${whole.get('registro/entrada')?.toString('hex')}`,
      'registro/prova.tlog-proof | o compromisso está no registro público | holds | entrada 2 de 5',
      'registro/recibo.cose | o recibo diz o mesmo | holds | entrada 2 de 5',
      `deposito/manifesto.json | é o que foi registrado | holds | ${whole.get('deposito/entrada')?.toString('hex')}`,
      'deposito/prova.tlog-proof | o compromisso está no registro público | holds | entrada 2 de 5',
      'deposito/recibo.cose | o recibo diz o mesmo | holds | entrada 2 de 5',
      'chegada/prova.tlog-proof | a chegada está no registro carimbado | holds | entrada 2 de 5',
      'carimbos/autoridades.pem | as autoridades são conhecidas | holds | 1 raízes de quem confere',
      'carimbos/arquivo-1.tsr | carimbo do tempo | holds | Carimbo, 2026-11-24T12:00:00.000Z',
      'carimbos/certificado-1.tsr | carimbo do tempo | holds | Carimbo, 2026-11-24T12:00:00.000Z',
      'chegada/carimbo-1.tsr | carimbo do tempo | holds | Carimbo, 2026-11-24T12:00:00.000Z',
      'certificado.pdf | é o documento do manifesto | holds | os primeiros 20 bytes; o resto são carimbos',
      `manifesto.json | o arquivo é o depositado | holds | ${file.sha256}`,
    ]);
  });

  it('leaves log key and authorities open when the verifier knows neither', () => {
    const checks = checkBundle(whole);
    expect(said(checks, 'fails')).toEqual([]);
    expect(said(checks, 'open')).toEqual([
      'registro/chave: a própria do pacote: registro.example/log',
      'carimbos/autoridades.pem: as próprias do pacote: CN=Raiz',
    ]);
  });

  it.each([...whole.keys()])('fails and names the part when it is changed or missing: %s', (name) => {
    const changed = Buffer.from(whole.get(name) ?? '');
    changed[5] = (changed[5] ?? 0) ^ 1;
    expect(failing(new Map(whole).set(name, changed), trust).join('\n')).toContain(`${name}: `);
    expect(failing(without(name), trust).join('\n')).toContain(`${name}: `);
  });

  it('counts unchanged files and lists changed, missing and additional ones', () => {
    const files = new Map(without('registro/sal')).set('x.zip', zip).set('carimbos/x', zip);
    files.set('a/registro/x', zip);
    const checks = checkBundle(files.set('deposito/sal', zip), trust);
    const parts = checks.filter(({ what }) => what === 'está como foi entregue');
    expect(parts.map(({ part, outcome, detail }) => `${part} ${outcome} ${detail}`)).toEqual([
      'registro/sal fails foi mudado ou falta',
      'deposito/sal fails foi mudado ou falta',
      'x.zip open não é do pacote',
      'carimbos/x fails sobra',
      'a/registro/x open não é do pacote',
    ]);
    expect(said(checks, 'holds')[0]).toBe('somas.txt: 16 arquivos conferem');
    expect(said(checks, 'fails')).toContain('manifesto.json: falta registro/sal');
  });

  const other = verifierKey({ ...LOG, privateKey: generateKeyPairSync('ed25519').privateKey });
  const stampsGone = new Map([...whole].filter(([name]) => !name.endsWith('.tsr')));
  const swapped = new Map(whole)
    .set('carimbos/arquivo-1.tsr', whole.get('carimbos/certificado-1.tsr') ?? zip)
    .set('carimbos/certificado-1.tsr', whole.get('carimbos/arquivo-1.tsr') ?? zip);
  it.each<[string, Map<string, Buffer>, TrustedKeys, string[]]>([
    ['another log is known', whole, { logKey: other }, ['registro/chave: é outra']],
    ['the known log key is malformed', whole, { logKey: 'x' }, ['somas.txt: não é uma chave de registro']],
    [
      'a witness key is malformed',
      whole,
      { witnesses: ['x'] },
      ['registro/prova.tlog-proof: não é uma chave de registro'],
    ],
    [
      'time stamps are exchanged',
      swapped,
      trust,
      ['carimbos/arquivo-1.tsr: é de outro conteúdo', 'carimbos/certificado-1.tsr: é de outro conteúdo'],
    ],
    [
      'the roots are different ones',
      whole,
      { roots: [] },
      ['carimbos/arquivo-1.tsr: no root that is known vouches for it'],
    ],
    [
      'the root is not self-signed',
      new Map(whole).set('carimbos/autoridades.pem', Buffer.from(stamper.certificate.toString())),
      {},
      ['carimbos/autoridades.pem: uma raiz não assina a si mesma'],
    ],
    [
      'the manifest is malformed',
      new Map(whole).set('manifesto.json', zip),
      trust,
      ['certificado.pdf: manifesto.json não se lê'],
    ],
    [
      'the file is a different one',
      whole,
      { file: { ...file, sha256: 'x' } },
      ['manifesto.json: é outro arquivo'],
    ],
    [
      'the second hash of the file differs',
      whole,
      { file: { ...file, sha512: 'x' } },
      ['manifesto.json: é outro arquivo'],
    ],
    [
      'the certificate is a different one',
      new Map(whole).set('certificado.pdf', zip),
      {},
      ['certificado.pdf: é outro'],
    ],
    [
      'the manifest has no certificate',
      bundle({ arquivo: file, certificado: null }),
      {},
      ['certificado.pdf: o manifesto não fala de certificado'],
    ],
    [
      'the manifest is older than the certificate',
      bundle({ arquivo: file }),
      {},
      ['certificado.pdf: o manifesto não fala de certificado'],
    ],
  ])('fails when %s', (_what, files, known, lines) => {
    for (const line of lines) expect(failing(files, known)).toContain(line);
  });

  it('is not checked for optional parts that are absent', () => {
    const bare = without('certificado.pdf');
    for (const name of ['certificado.pdf: falta certificado.pdf', 'certificado.pdf: é outro'])
      expect(failing(bare)).not.toContain(name);
    expect(
      checkBundle(stampsGone)
        .filter(({ part }) => part.startsWith('carimbos/'))
        .map(({ what }) => what),
    ).toEqual(['está como foi entregue', 'está como foi entregue']);
    const deposit = new Map([...whole].filter(([name]) => !name.startsWith('deposito/')));
    expect(checkBundle(deposit).filter(({ what }) => what === 'o recibo diz o mesmo')).toHaveLength(1);
  });

  it('passes with a manifest of an earlier release that has only SHA-256', () => {
    const older = bundle({ ...full, arquivo: { ...file, sha512: null } });
    expect(failing(older, { file })).toEqual(['carimbos/arquivo-1.tsr: é de outro conteúdo']);
    const untouched = { sha256: hashOf('sha256', pdf).toString('hex'), bytes: pdf.length };
    expect(said(checkBundle(bundle({ ...full, certificado: untouched })), 'holds')).toContain(
      'certificado.pdf: por inteiro',
    );
  });
});

it('accepts checksums only when the given key signed them', () => {
  const files = new Map([['a', zip]]);
  const signer = parseVerifierKey(key);
  expect(compareWithSums(signSums(files, LOG), files, signer)).toEqual({ changed: [], unlisted: [] });
  const stranger = parseVerifierKey(verifierKey({ ...LOG, name: 'outro.example' }));
  expect(() => compareWithSums(signSums(files, LOG), files, stranger)).toThrow('not signed by this key');
  const checkpoint = signCheckpoint({ origin: LOG.name, size: 0, root: Buffer.alloc(32) }, LOG);
  expect(() => compareWithSums(checkpoint, files, signer)).toThrow('not the sums of a bundle');
});
