/** A copy of `params` with these entries; an empty value removes the parameter. */
export function paramsWith(
  params: URLSearchParams,
  entries: Readonly<Record<string, string>>,
): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const [name, value] of Object.entries(entries)) {
    if (value === '') changed.delete(name);
    else changed.set(name, value);
  }
  return changed;
}

/** Entries for `paramsWith` that remove these parameters. */
export const emptyEntries = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '']));
