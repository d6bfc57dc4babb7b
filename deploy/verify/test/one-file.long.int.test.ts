import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { FileInspected } from '@g2/proto/storage';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { unzip } from '../../../services/certificate/test/unzip.ts';
import { STEPS, startWorld, type World } from '../../../services/certificate/test/world.ts';
import { inspectArchive } from '../../../services/storage-hashing/src/archive/inspect.ts';
import { proveArchiveFile } from '../../../services/storage-hashing/src/archive/proof.ts';

const MAIN = join(import.meta.dirname, '../src/main.ts');
const place = mkdtempSync(join(tmpdir(), 'g2-one-file-'));
let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world?.close();
  rmSync(place, { recursive: true, force: true });
});

async function zipped(files: ReadonlyMap<string, string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of files) zip.addBuffer(Buffer.from(content), name);
  // A unique comment: ZIPs of the same files, made in the same second, would otherwise be equal.
  zip.end({ comment: newId(), forceZip64Format: false });
  return buffer(zip.outputStream);
}

/** Deposits a ZIP and pays for it. With `isLookedInto`, the evidence includes the list of files in the ZIP. */
async function deposit(title: string, files: ReadonlyMap<string, string>, isLookedInto = true) {
  const zip = await zipped(files);
  const found = await inspectArchive(async (at, length) => zip.subarray(at, at + length), zip.length);
  const { id, sha256 } = await world.register(title, {}, zip);
  await world.advance(id, STEPS.slice(0, 1));
  if (isLookedInto) {
    const { entries: _, ...contents } = found;
    const said = FileInspected.create({
      ...contents,
      registrationId: id,
      objectKey: `ab/${newId()}.zip`,
      sha256,
    });
    const bus = await world.testEnv.bus();
    await bus.publish({
      id: newId(),
      type: facts.fileInspected.type,
      aggregate_id: said.objectKey,
      version: 1,
      data: FileInspected.toJSON(said),
      traceparent: null,
      created_at: new Date(),
    });
  }
  await eventually('logged', async () => {
    const query = `SELECT kind <> 'deposited' AND log_index IS NOT NULL AS logged,
        convert_from(manifest, 'UTF8')::json -> 'conteudo' ->> 'raiz' AS root
      FROM evidence WHERE registration_id = $1 ORDER BY seq DESC LIMIT 1`;
    const { rows } = await world.pool.query<{ logged: boolean; root: string | null }>(query, [id]);
    return rows[0]?.logged && rows[0].root === (isLookedInto ? found.root : null);
  });
  const { content } = await world.certificates.getProof({ id }, { token: world.owner.token });
  return { bundle: write(`${id}.zip`, content), entries: found.entries };
}

const key = async () => write('chave', (await world.certificates.readLog({ path: 'key' })).content);

function write(name: string, content: string | Uint8Array): string {
  const path = join(place, name);
  writeFileSync(path, content);
  return path;
}
const proofOf = (entries: Parameters<typeof proveArchiveFile>[0], path: string, changed: object = {}) =>
  write(`${newId()}.g2-prova.json`, JSON.stringify({ ...proveArchiveFile(entries, path), ...changed }));

const ask = (...args: string[]): Promise<{ code: number; text: string }> =>
  new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, ...args], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });

const FILES = new Map([
  ['LEIA-ME.md', '# Olá\n'],
  ['src/linha\nnova.ts', 'export {};\n'],
  ['src/a.ts', 'export const a = 1;\n'],
]);

it('trusts the proof of a single file only together with the bundle', async () => {
  const { bundle, entries } = await deposit('Um arquivo', FILES);
  for (const { path } of entries) {
    const original = [...FILES].find(([name]) => path.endsWith(name.slice(-7))) ?? ['', ''];
    const file = write('um', original[1]);
    const proof = proofOf(entries, path);
    const whole = await ask('--arquivo', file, '--prova', proof, bundle, '--chave', await key());
    expect(whole.text).toMatch(/^CONFERE\.$/m);
    expect(whole.text).toContain(`ok    ${proof}: a raiz é a do depósito (a de manifesto.json)`);
    expect(whole.text).toContain('ok    registro/prova.tlog-proof: o compromisso está no registro público');
    expect(whole.code).toBe(0);
    const alone = await ask('--arquivo', file, '--prova', proof);
    expect(alone.text).toContain('indique-o também');
    expect(alone.text).not.toMatch(/^CONFERE/m);
    expect(alone.code).toBe(3);
  }
});

it('refuses a changed file or root, and a bundle without a root', async () => {
  const { bundle, entries } = await deposit('Mudado', FILES);
  const { bundle: silent } = await deposit('Não examinado', new Map([...FILES, ['x', '1']]), false);
  const { bundle: other, entries: others } = await deposit('Outro', new Map([...FILES, ['y', '2']]));
  const [good, proof] = [write('a.ts', FILES.get('src/a.ts') ?? ''), proofOf(entries, 'src/a.ts')];
  const refused = async (part: string, ...args: string[]) => {
    const { code, text } = await ask(...args);
    expect(text).toContain(`NÃO CONFERE: ${part}.`);
    expect(code).toBe(1);
  };
  const changed = write('b.ts', 'export const a = 2;\n');
  await refused(changed, '--arquivo', changed, '--prova', proof, bundle);
  const readMe = write('c.md', FILES.get('LEIA-ME.md') ?? '');
  await refused(readMe, '--arquivo', readMe, '--prova', proof, bundle);
  await refused(proof, '--arquivo', good, '--prova', proof, other);
  await refused(proof, '--arquivo', good, '--prova', proof, silent);
  const another = proofOf(others, 'src/a.ts');
  await refused(another, '--arquivo', good, '--prova', another, bundle);
  const forged = proofOf(entries, 'src/a.ts', { root: '0'.repeat(64) });
  await refused(forged, '--arquivo', good, '--prova', forged);
});

it('verifies a file from a ZIP with one file, and from one with five thousand', async () => {
  const many = new Map(
    Array.from({ length: 5_000 }, (_, at) => [`pasta/${at % 50}/${at}.txt`, `número ${at}\n`]),
  );
  for (const [files, path] of [
    [new Map([['só.ts', '1\n']]), 'só.ts'],
    [many, 'pasta/21/4321.txt'],
  ] as const) {
    const { bundle, entries } = await deposit(`De ${files.size}`, files);
    const file = write('um', files.get(path) ?? '');
    const proof = proofOf(entries, path);
    const { code, text } = await ask('--arquivo', file, '--prova', proof, bundle, '--chave', await key());
    expect(text).toContain(`de ${files.size})`);
    expect(code).toBe(0);
  }
});

it('escapes control characters in file names', async () => {
  const { bundle } = await deposit('Com escape', FILES);
  const strange = new ZipFile();
  for (const [name, bytes] of await unzip(readFileSync(bundle))) strange.addBuffer(bytes, name);
  strange.addBuffer(Buffer.of(1), 'carimbos/\u001b[2J\u001b[HCONFERE.\r');
  strange.end();
  const { code, text } = await ask(write('estranho.zip', await buffer(strange.outputStream)));
  expect(code).toBe(1);
  expect(text).toContain('carimbos/\\u{1b}[2J\\u{1b}[HCONFERE.\\u{d}');
  for (const control of ['\u001b', '\r']) expect(text).not.toContain(control);
});

it('exits with 2 for unreadable input', async () => {
  const { bundle, entries } = await deposit('Sem olhar', FILES);
  const [file, proof] = [write('a.ts', 'x'), proofOf(entries, 'src/a.ts')];
  const none = write('none.json', '{}');
  for (const args of [
    ['--prova', proof],
    ['--arquivo', file],
    ['--arquivo', file, '--prova', none, bundle],
    ['--arquivo', file, '--prova', join(place, 'nowhere'), bundle],
    ['--arquivo', join(place, 'nowhere'), '--prova', proof, bundle],
    ['--arquivo', file, '--prova', proof, join(place, 'nowhere')],
    ['--arquivo', file, '--prova', proof, bundle, bundle],
  ])
    expect((await ask(...args)).code, args.join(' ')).toBe(2);
});
