import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { checkFile, readFileProof, type SizedProof } from './check-file.ts';
import { proveFile } from './manifest.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const NAMES = { file: 'a.ts', proof: 'a.g2-prova.json' };

/** Makes a deposit of `count` files and proves the file at `path`. */
function proven(count: number, path = `src/${Math.floor(count / 2)}.ts`): SizedProof {
  const paths = Array.from({ length: count - 1 }, (_, at) => `src/${at}.ts`).filter((one) => one !== path);
  const files = [...paths, path].map((one) => ({ path: one, sha256: sha256(one) }));
  return readFileProof(JSON.stringify({ ...proveFile(files, path), size: Buffer.byteLength(path) }));
}
const contentOf = (text: string) => ({ sha256: sha256(text), size: Buffer.byteLength(text) });
const failing = (proof: SizedProof, text: string) =>
  checkFile(proof, contentOf(text), NAMES).flatMap(({ what, outcome }) =>
    outcome === 'fails' ? [what] : [],
  );

it.each([
  [1, 'só.ts'],
  [2, 'linha\nnova.ts'],
  [7, 'barra\\invertida\r.ts'],
  [5_000, 'src/4321.ts'],
])('proves one file without the other files of the deposit: of %i files, %j', (count, path) => {
  const proof = proven(count, path);
  expect(failing(proof, path)).toEqual([]);
  expect(proof.proof.length).toBe(Math.ceil(Math.log2(proof.files)));
  const [open] = checkFile(proof, contentOf(path), NAMES).filter(({ outcome }) => outcome === 'open');
  expect(open).toMatchObject({ part: NAMES.proof, detail: expect.stringContaining(proof.root) });
});

it('names the failed check when content, path, position, sibling hash or root is wrong', () => {
  const path = 'src/4.ts';
  const proof = proven(9, path);
  const line = ['a linha do arquivo leva à raiz'];
  expect(failing(proof, 'src/5.ts')).toEqual(['tem o SHA-256 da prova']);
  expect(failing(proof, `${path} `)).toEqual(['tem o tamanho da prova', 'tem o SHA-256 da prova']);
  expect(failing({ ...proof, path: 'src/5.ts' }, path)).toEqual(line);
  expect(failing({ ...proof, index: proof.index + 1 }, path)).toEqual(line);
  expect(failing({ ...proof, files: 2 }, path)).toEqual(line);
  expect(failing({ ...proof, root: sha256('x') }, path)).toEqual(line);
  expect(failing({ ...proof, proof: proof.proof.slice(1) }, path)).toEqual(line);
  expect(failing({ ...proof, proof: proof.proof.with(0, sha256('x')) }, path)).toEqual(line);
  // The hash of another file does not lead to the root.
  expect(failing({ ...proof, sha256: sha256('src/5.ts') }, 'src/5.ts')).toEqual(line);
});

it('requires that a manifest of the bundle states the proof’s root', () => {
  const proof = proven(3);
  const look = (manifests: Record<string, object>) => {
    const files = new Map(
      Object.entries(manifests).map(([name, said]) => [name, Buffer.from(JSON.stringify(said))]),
    );
    const bundle = { files, trust: {} };
    return checkFile(proof, contentOf(proof.path), NAMES, bundle).find(({ what }) =>
      what.startsWith('a raiz'),
    );
  };
  const saying = (raiz: string) => ({ conteudo: { arquivos: 3, raiz } });
  expect(look({ 'manifesto.json': saying(proof.root) })).toMatchObject({ outcome: 'holds' });
  expect(look({ 'manifesto.json': {}, 'deposito/manifesto.json': saying(proof.root) })).toMatchObject({
    outcome: 'holds',
    detail: 'a de deposito/manifesto.json',
  });
  expect(look({ 'manifesto.json': saying(sha256('x')) })).toMatchObject({
    outcome: 'fails',
    detail: 'é outra',
  });
  for (const silent of [{}, { conteudo: null }])
    expect(look({ 'manifesto.json': silent })).toMatchObject({
      outcome: 'fails',
      detail: 'o pacote não diz o que há no ZIP',
    });
});

it('refuses malformed file proofs', () => {
  const proof = proven(3);
  const bad = ['', '{', 'null', '[]', '{}', ...Object.keys(proof).map((key) => ({ ...proof, [key]: null }))];
  for (const one of bad)
    expect(
      () => readFileProof(typeof one === 'string' ? one : JSON.stringify(one)),
      JSON.stringify(one),
    ).toThrow('não é uma prova de arquivo');
});
