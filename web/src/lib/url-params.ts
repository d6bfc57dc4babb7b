/** A copy of `params` with these entries; an empty value removes the parameter. */
export function paramsWith(
  params: URLSearchParams,
  entries: Readonly<Record<string, string>>,
): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [name, value] of Object.entries(entries)) {
    if (value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Entries that remove these parameters. */
export const emptied = (names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, '']));
