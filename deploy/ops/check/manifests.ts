import { classifyFailure } from '@g2/kit/failure-class';
import { AppError } from '@g2/terms/errors';
import type { CodePage } from '../../../services/storage-hashing/src/archive/code-pages.ts';
import { type Inspection, inspectArchive } from '../../../services/storage-hashing/src/archive/inspect.ts';
import { LIMITS } from '../../../services/storage-hashing/src/archive/limits.ts';
import { readerOf } from '../../../services/storage-hashing/src/objects/object-reader.ts';
import type { ObjectStore } from '../../../services/storage-hashing/src/objects/objects.ts';
import { withSnapshot } from '../world.ts';
import type { Result } from './money.ts';

/** Time limit of one inspection: 30 minutes, so that a slow store does not make a file invalid. */
const SLOW_LIMITS = { ...LIMITS, ms: 30 * 60_000 };
/** Maximum number of differing lines that are printed per file. */
const MAX_SHOWN_LINES = 3;

type Inspected = { key: string; root: string; registeredRoot: string | null };
type Line = { path: string; size: string | number; sha256: string | null };

/** Inspects stored ZIPs again and compares them with their manifests. @param share random part to inspect, 0 to 1 */
export async function checkManifests(
  databaseUrl: string,
  objects: Pick<ObjectStore, 'get' | 'stat'>,
  share: number,
): Promise<Result> {
  const all = await filesWithManifest(databaseUrl);
  const chosen = share >= 1 ? all : all.filter(() => Math.random() < share);
  const breaches: string[] = [];
  let files = 0;
  for (const one of chosen) {
    const rows = await linesOf(databaseUrl, one.key);
    files += rows.length;
    const differences = await differencesOf(objects, one, rows);
    // A file that was removed during the check is not a violation.
    const stays =
      differences.length > 0 && (await filesWithManifest(databaseUrl)).some(({ key }) => key === one.key);
    if (stays) breaches.push(...differences.map((what) => `${one.key}: ${what}`));
  }
  return {
    name: 'each file’s bytes make the manifest and the root that are kept of it',
    figures: `${chosen.length} of ${all.length} manifests, ${files} lines`,
    breaches,
  };
}

/** Inspected files: the root hash that storage has, and the one that registration received from it. */
const filesWithManifest = (databaseUrl: string): Promise<Inspected[]> =>
  withSnapshot({ databaseUrl, simulatorUrl: null }, ({ sql }) =>
    sql<Inspected>(
      `SELECT o.key, i.root, c.found->>'root' AS "registeredRoot" FROM storage.inspections i
       JOIN storage.objects o ON o.key = i.object_key
       LEFT JOIN registration.file_contents c ON c.object_key = o.key
       WHERE o.state = 'attached' AND i.inspected_at IS NOT NULL AND i.problem IS NULL ORDER BY o.key`,
    ),
  );

const linesOf = (databaseUrl: string, key: string): Promise<Line[]> =>
  withSnapshot({ databaseUrl, simulatorUrl: null }, ({ sql }) =>
    sql<Line>(
      `SELECT path, size::text, sha256 FROM storage.manifest_files
       WHERE object_key = '${key.replaceAll("'", "''")}' ORDER BY index`,
    ),
  );

/**
 * Differences between a stored manifest and the file. Earlier releases decoded names without a known encoding
 * as code page 850, so that reading is accepted as well.
 */
async function differencesOf(
  objects: Pick<ObjectStore, 'get' | 'stat'>,
  one: Inspected,
  rows: readonly Line[],
): Promise<string[]> {
  const found = await inspectAgain(objects, one.key);
  const differences = describeDifferences(one, rows, found);
  const isGuessed = !('refusal' in found) && found.warnings.includes('name-guessed');
  if (differences.length === 0 || !isGuessed) return differences;
  const asBefore = describeDifferences(one, rows, await inspectAgain(objects, one.key, 'cp850'));
  return asBefore.length === 0 ? [] : differences;
}

/** Inspects a file as the storage service does. @returns the reason if the file is missing or not an acceptable ZIP */
async function inspectAgain(
  objects: Pick<ObjectStore, 'get' | 'stat'>,
  key: string,
  codePage?: CodePage,
): Promise<Inspection | { refusal: string }> {
  const there = await objects.stat(key);
  if (!there) return { refusal: 'not-found' };
  try {
    return await inspectArchive(readerOf(objects, key), there.size, { limits: SLOW_LIMITS, codePage });
  } catch (error) {
    if (error instanceof AppError && classifyFailure(error) === 'refused') return { refusal: error.code };
    throw error;
  }
}

export function describeDifferences(
  { root, registeredRoot }: Pick<Inspected, 'root' | 'registeredRoot'>,
  rows: readonly Line[],
  found: Pick<Inspection, 'root' | 'entries'> | { refusal: string },
): string[] {
  if ('refusal' in found) return [`its bytes make no manifest: ${found.refusal}`];
  const [kept, made] = [rows.map(lineOf), found.entries.map(lineOf)];
  const differences = [
    ...listShortened('in the rows alone', multisetDifference(kept, made)),
    ...listShortened('in the file alone', multisetDifference(made, kept)),
  ];
  if (differences.length === 0 && kept.some((line, index) => line !== made[index])) {
    differences.push('its rows stand in another order');
  }
  if (root !== found.root) differences.push(`its root is ${found.root}, kept is ${root}`);
  if (registeredRoot !== null && registeredRoot !== found.root)
    differences.push(`its root is ${found.root}, registration has ${registeredRoot}`);
  return differences;
}

const lineOf = ({ path, size, sha256 }: Line): string =>
  `${JSON.stringify(path)}, ${size} bytes, ${sha256 ?? 'no hash'}`;

/** Lines that occur in `lines` more often than in `others`. */
function multisetDifference(lines: readonly string[], others: readonly string[]): string[] {
  const left = new Map<string, number>();
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1);
  return lines.filter((line) => {
    const times = left.get(line) ?? 0;
    left.set(line, times - 1);
    return times <= 0;
  });
}

function listShortened(what: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, MAX_SHOWN_LINES).map((line) => `${what}: ${line}`);
  return lines.length > MAX_SHOWN_LINES
    ? [...shown, `${what}: ${lines.length - MAX_SHOWN_LINES} more`]
    : shown;
}
