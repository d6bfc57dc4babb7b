export type CitationTargets = { sections: ReadonlySet<string>; rules: ReadonlySet<string> };

const SECTION = /^## (\d+)\./gm;
const RULE = /(?:^|\. )\*\*([A-Z]\d+)\./gm;
const CITED_SECTION = /\bspec(?:ification(?:\.md)?)? §(\d+)/gi;
const CITED_RULES = /\bapi-rules ((?:[A-Z]\d+(?:, | and )?)+)/g;
const OUTSIDE = /\bcontract (?:rules? \d|")|(?<!\/)\b(?:contract|design|spec)\.md\b/gi;

const idsIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, id = '']) => id);

export const citationTargets = (specification: string, apiRules: string): CitationTargets => ({
  sections: new Set(idsIn(specification, SECTION)),
  rules: new Set(idsIn(apiRules, RULE)),
});

/** Finds citations of sections or rules that do not exist, and of documents that are not in the repository. */
export function findBrokenCitations(text: string, { sections, rules }: CitationTargets): string[] {
  return [
    ...idsIn(text, CITED_SECTION)
      .filter((id) => !sections.has(id))
      .map((id) => `spec §${id}`),
    ...idsIn(text, CITED_RULES)
      .flatMap((ids) => ids.match(/[A-Z]\d+/g) ?? [])
      .filter((id) => !rules.has(id))
      .map((id) => `api-rules ${id}`),
    ...[...text.matchAll(OUTSIDE)].map(([cited]) => cited),
  ];
}
