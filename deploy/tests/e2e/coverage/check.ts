import type { Sections } from './coverage.ts';
import { partsOf } from './specification.ts';

/** A test that a runner's report names: what it is called, and how it ended. */
export type Ran = { title: string; status: string };

/** The id at the start of a test's title: `[dashboard-search] finds by title`. */
const ID = /^\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /;
/** The same at the start of the title in `it(…)`, `it.concurrent(…)`, `it.each(rows)(…)`. */
const TITLE = /\b(?:it|test)(?:\.\w+)*(?:\([^()\n]*\))?\(\s*(['"`])\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /g;
/** And where the rows of `it.each` end on a line of their own. */
const TITLE_AFTER_ROWS = /^\s*(?:\]|\))+\s*\(\s*(['"`])\[([a-z0-9]+(?:-[a-z0-9]+)+)\] /gm;

/** Ids of the tests of a source file, in their order. */
export function idsIn(source: string): string[] {
  return [...source.matchAll(TITLE), ...source.matchAll(TITLE_AFTER_ROWS)].flatMap(([, , id]) => id ?? []);
}

/** Sentences that no test shows and no note excuses. */
export function unshown(sections: Sections): string[] {
  return Object.entries(sections).flatMap(([section, sentences]) =>
    sentences
      .filter(({ shownBy, note }) => shownBy.length === 0 && (note ?? '').trim() === '')
      .map(({ says }) => `${section}: ${says}`),
  );
}

/** Ids that the list names, each once. */
export function claimed(sections: Sections): string[] {
  return [...new Set(Object.values(sections).flatMap((list) => list.flatMap(({ shownBy }) => shownBy)))];
}

/** Ids that stand in more than one title: what one test shows could be claimed by the other. */
export function repeated(ids: readonly string[]): string[] {
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
}

/** Ids that the list names and no title has. */
export function unknown(sections: Sections, ids: readonly string[]): string[] {
  return claimed(sections).filter((id) => !ids.includes(id));
}

/** Those ids whose test did not run, or did not pass in every of its runs; with how it ended. */
export function notPassed(ids: readonly string[], tests: readonly Ran[]): string[] {
  const states = new Map<string, string[]>();
  for (const { title, status } of tests) {
    const id = ID.exec(title)?.[1];
    if (id !== undefined) states.set(id, [...(states.get(id) ?? []), status]);
  }
  return ids.flatMap((id) => {
    const bad = (states.get(id) ?? ['did not run']).filter((status) => status !== 'passed');
    return bad.length === 0 ? [] : [`${id} (${[...new Set(bad)].join(', ')})`];
  });
}

/** The beginning of a text, to be found by in the specification. */
const opening = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

/** What of one section's text the list leaves out, or says otherwise; null when they agree word for word. */
function difference(parts: readonly string[], says: readonly string[]): string | null {
  const left = [...says];
  for (const part of parts) {
    let rest = part;
    while (rest !== '') {
      const next = left.shift();
      if (next === undefined) return `“${opening(rest)}” is not in the list`;
      const after = rest.slice(next.length);
      if (next === '' || !rest.startsWith(next) || /^\S/.test(after))
        return `the specification says “${opening(rest)}”, the list “${opening(next)}”`;
      rest = after.trimStart();
    }
  }
  return left[0] === undefined ? null : `“${opening(left[0])}” is not in the specification`;
}

/**
 * Where the list and the specification differ, at most one place a section: every piece of its text is one of the
 * list's sentences, in the same order and under the same heading, and nothing is left over on either side.
 */
export function differences(specification: string, sections: Sections): string[] {
  const specified = partsOf(specification);
  const known = new Set(specified.map(({ section }) => section));
  const unheard = Object.keys(sections).filter((section) => !known.has(section));
  return [
    ...specified.flatMap(({ section, parts }) => {
      const list = sections[section];
      if (list === undefined) return [`${section}: the list has no such section`];
      const found = difference(
        parts,
        list.map(({ says }) => says),
      );
      return found === null ? [] : [`${section}: ${found}`];
    }),
    ...unheard.map((section) => `${section}: the specification has no such section`),
  ];
}
