import { serviceOf, sourceOf } from './import-rule.ts';

/** Finds import cycles between folders below a service's src/. @returns each cycle once, its folders sorted */
export function findFolderCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const folders = new Map<string, string[]>();
  for (const [file, targets] of imports) {
    const folder = folderOf(file);
    if (folder === null) continue;
    const others = targets
      .map(folderOf)
      .filter((other) => other !== null)
      .filter((other) => other !== folder);
    folders.set(folder, [...(folders.get(folder) ?? []), ...others]);
  }
  return findImportCycles(folders);
}

function folderOf(file: string): string | null {
  const [folder, inside] = sourceOf(file)?.split('/') ?? [];
  const service = serviceOf(file);
  return inside === undefined ? null : `services/${service}/src/${folder}`;
}

/** Finds import cycles, type imports included. @returns each cycle once, its files sorted */
export function findImportCycles(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const found: string[][] = [];
  const number = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];

  // Tarjan's algorithm: the root of a strongly connected component reaches no file visited earlier.
  const visit = (file: string): void => {
    number.set(file, number.size);
    lowest.set(file, number.get(file) ?? 0);
    open.push(file);
    for (const next of imports.get(file) ?? []) {
      if (!number.has(next)) visit(next);
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0));
    }
    if (lowest.get(file) !== number.get(file)) return;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1 || imports.get(file)?.includes(file)) found.push(circle.sort());
  };

  for (const file of imports.keys()) if (!number.has(file)) visit(file);
  return found;
}
