import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { type Check, checkBundle, type Trust } from '@g2/proof/check';
import { checkFile, readFileProof } from '@g2/proof/check-file';
import { readBundle } from './read-bundle.ts';

export type Options = {
  arquivo?: string | undefined;
  prova?: string | undefined;
  chave?: string | undefined;
  raizes?: string | undefined;
  testemunha?: string[] | undefined;
  json?: boolean | undefined;
};

const MARKS: Readonly<Record<Check['outcome'], string>> = { holds: 'ok   ', fails: 'FALHA', open: '?    ' };

/**
 * Checks a bundle, or one file of a deposit, and says what came of it.
 * @param path of the bundle: a ZIP, or the folder it was unpacked to; one file can be looked at without
 * @returns 0 when all holds, 1 when something does not
 * @throws Error when the bundle, or a file that was named, cannot be read
 */
export async function verify(
  path: string | undefined,
  options: Options,
  say: (line: string) => void,
): Promise<0 | 1> {
  const checks = await checksOf(path, options);
  const failed = checks.filter(({ outcome }) => outcome === 'fails');
  if (options.json) say(JSON.stringify({ confere: failed.length === 0, verificacoes: checks }, null, 2));
  else {
    for (const { part, what, outcome, detail } of checks)
      say(`${MARKS[outcome]} ${part}: ${what} (${detail})`);
    say('');
    say(
      failed.length === 0
        ? 'CONFERE.'
        : `NÃO CONFERE: ${[...new Set(failed.map(({ part }) => part))].join(', ')}.`,
    );
    if (failed.length === 0 && checks.some(({ outcome }) => outcome === 'open')) say(openIn(path));
  }
  return failed.length === 0 ? 0 : 1;
}

const openIn = (path: string | undefined): string =>
  path === undefined
    ? 'O que traz "?" só se confere com o pacote de prova do depósito: indique-o também.'
    : 'O que traz "?" vem do próprio pacote: compare com o que se publica, por --chave e --raizes.';

async function checksOf(path: string | undefined, options: Options): Promise<Check[]> {
  const { arquivo, prova, ...trusted } = options;
  const files = path === undefined ? undefined : await readBundle(path);
  if (arquivo !== undefined && prova !== undefined) {
    const proof = proofIn(prova);
    const { sha256 } = await hashesOf(arquivo);
    const content = { sha256, size: statSync(arquivo).size };
    const bundle = files && { files, trust: await trustOf(trusted) };
    return checkFile(proof, content, { file: arquivo, proof: prova }, bundle);
  }
  if (files === undefined) throw new Error('falta o pacote de prova');
  return checkBundle(files, await trustOf(options));
}

function proofIn(path: string): ReturnType<typeof readFileProof> {
  try {
    return readFileProof(readFileSync(path, 'utf8'));
  } catch (error) {
    throw error instanceof RangeError ? new Error(`${path}: ${error.message}`) : error;
  }
}

async function trustOf({ arquivo, chave, raizes, testemunha }: Options): Promise<Trust> {
  const text = (path: string) => readFileSync(path, 'utf8');
  return {
    ...(chave === undefined ? {} : { logKey: text(chave).trim() }),
    ...(raizes === undefined ? {} : { roots: certificatesIn(text(raizes), raizes) }),
    ...(testemunha === undefined ? {} : { witnesses: testemunha.map((path) => text(path).trim()) }),
    ...(arquivo === undefined ? {} : { file: await hashesOf(arquivo) }),
  };
}

function certificatesIn(pem: string, path: string): string[] {
  const found = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g);
  if (!found) throw new Error(`${path}: não há certificados`);
  return found;
}

async function hashesOf(path: string): Promise<{ sha256: string; sha512: string }> {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')];
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) {
    sha256.update(chunk);
    sha512.update(chunk);
  }
  return { sha256: sha256.digest('hex'), sha512: sha512.digest('hex') };
}
