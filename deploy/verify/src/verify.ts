import { createHash } from 'node:crypto';
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { type Check, checkBundle, type TrustedKeys } from '@g2/proof/check';
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

/** Result in the JSON output and exit code of each verdict. */
const VERDICTS = {
  holds: { word: 'confere', code: 0 },
  fails: { word: 'nao-confere', code: 1 },
  // The bundle matches only the keys inside it, so it may be forged together with them.
  untrusted: { word: 'confere-sem-chaves', code: 3 },
} as const;
type Verdict = keyof typeof VERDICTS;

/**
 * Verifies a bundle, a deposited file, or both, and prints the result.
 * @param path bundle as a ZIP or an unpacked folder; optional with the proof of a single file
 * @returns the exit code: 0 valid, 1 invalid, 3 matches only the keys inside the bundle
 * @throws Error when the bundle or a named file cannot be read
 */
export async function verify(
  path: string | undefined,
  options: Options,
  print: (line: string) => void,
): Promise<0 | 1 | 3> {
  const checks = await checksOf(path, options);
  const verdict = verdictOf(checks);
  const { word, code } = VERDICTS[verdict];
  if (options.json) {
    const result = { confere: verdict === 'holds', veredito: word, verificacoes: checks };
    print(JSON.stringify(result, null, 2));
    return code;
  }
  for (const { part, what, outcome, detail } of checks)
    print(`${MARKS[outcome]} ${printable(part)}: ${what} (${printable(detail)})`);
  print('');
  for (const line of linesOf(verdict, checks, path)) print(line);
  return code;
}

/** Whether a check is inconclusive. Files that do not belong to the bundle, such as the ZIP, do not count. */
const isOpen = ({ outcome, what }: Check): boolean => outcome === 'open' && what !== 'está como foi entregue';

function verdictOf(checks: readonly Check[]): Verdict {
  if (checks.some(({ outcome }) => outcome === 'fails')) return 'fails';
  return checks.some(isOpen) ? 'untrusted' : 'holds';
}

function linesOf(verdict: Verdict, checks: readonly Check[], path: string | undefined): string[] {
  if (verdict === 'holds') return ['CONFERE.'];
  if (verdict === 'fails') {
    const failed = checks.flatMap(({ part, outcome }) => (outcome === 'fails' ? [printable(part)] : []));
    return [`NÃO CONFERE: ${[...new Set(failed)].join(', ')}.`];
  }
  return path === undefined
    ? [
        'SEM CONCLUSÃO: a prova do arquivo confere com a raiz que ela mesma traz.',
        'O que traz "?" só se confere com o pacote de prova do depósito: indique-o também.',
      ]
    : [
        'SEM CONCLUSÃO: o pacote confere com as chaves que ele mesmo traz, e qualquer um pode fazer um assim.',
        'Obtenha a chave do registro público e as raízes das autoridades de quem as publica e indique-as por --chave e --raizes.',
      ];
}

/** Escapes control characters: names in a bundle are untrusted terminal output. */
const printable = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (one) => `\\u{${one.codePointAt(0)?.toString(16)}}`);

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

async function trustOf({ arquivo, chave, raizes, testemunha }: Options): Promise<TrustedKeys> {
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
