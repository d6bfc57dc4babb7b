import { type Check, checkBundle, type Files, type TrustedKeys } from './check.ts';
import { type FileProof, isFileProven } from './manifest.ts';

/** Proof of one file, as downloaded. Its hashes do not cover `size`, in bytes. */
export type SizedProof = FileProof & { size: number };

/** Measured from the file itself: SHA-256 in lower-case hex, size in bytes. */
export type Content = { sha256: string; size: number };

/** Parses a `.g2-prova.json`. @throws RangeError when the text is not a file proof */
export function readFileProof(text: string): SizedProof {
  let read: Partial<Record<keyof SizedProof, unknown>> | null;
  try {
    read = JSON.parse(text) as typeof read;
  } catch {
    throw new RangeError('não é uma prova de arquivo');
  }
  const { path, sha256, size, index, files, proof, root } = read ?? {};
  const isNatural = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
  const isText = (value: unknown): value is string => typeof value === 'string';
  const areTexts = (value: unknown): value is string[] => Array.isArray(value) && value.every(isText);
  const hasTexts = isText(path) && isText(sha256) && isText(root) && areTexts(proof);
  if (!hasTexts || !isNatural(size) || !isNatural(index) || !isNatural(files))
    throw new RangeError('não é uma prova de arquivo');
  return { path, sha256, size, index, files, proof, root };
}

/** Checks that a file belongs to a deposit; with the proof bundle also log entries and time stamps. */
export function checkFile(
  proof: SizedProof,
  content: Content,
  names: { file: string; proof: string },
  bundle?: { files: Files; trust: TrustedKeys },
): Check[] {
  const own: Check[] = [
    toCheck(names.file, 'tem o tamanho da prova', content.size === proof.size, `${content.size} bytes`),
    toCheck(names.file, 'tem o SHA-256 da prova', content.sha256 === proof.sha256, content.sha256),
    toCheck(
      names.proof,
      'a linha do arquivo leva à raiz',
      isFileProven(proof),
      `${JSON.stringify(proof.path)}, linha ${proof.index + 1} de ${proof.files}`,
    ),
  ];
  if (bundle)
    return [...own, rootCheck(proof, names.proof, bundle.files), ...checkBundle(bundle.files, bundle.trust)];
  const what = 'a raiz é a do depósito';
  const detail = `sem o pacote de prova não se sabe: ${proof.root}`;
  return [...own, { part: names.proof, what, outcome: 'open', detail }];
}

const toCheck = (part: string, what: string, holds: boolean, detail: string): Check => ({
  part,
  what,
  outcome: holds ? 'holds' : 'fails',
  detail,
});

/** Both manifests of a bundle. `checkBundle` verifies their log entries. */
const EVIDENCE = ['manifesto.json', 'deposito/manifesto.json'];

function rootCheck({ root }: SizedProof, part: string, files: Files): Check {
  const what = 'a raiz é a do depósito';
  const roots = EVIDENCE.map((name) => ({ name, root: rootIn(files.get(name)) }));
  const found = roots.find((one) => one.root === root);
  if (found) return toCheck(part, what, true, `a de ${found.name}`);
  const hasRoot = roots.some((one) => one.root !== undefined);
  return toCheck(part, what, false, hasRoot ? 'é outra' : 'o pacote não diz o que há no ZIP');
}

/** Merkle root that a manifest states. undefined when it states none: it is older than the inspection of the ZIP. */
function rootIn(manifest: Uint8Array | undefined): string | undefined {
  if (manifest === undefined) return undefined;
  try {
    const said = JSON.parse(Buffer.from(manifest).toString()) as { conteudo?: { raiz?: string } | null };
    return said.conteudo?.raiz;
  } catch {
    return undefined;
  }
}
