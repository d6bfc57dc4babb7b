/** Account with a share of all registrations: every `every`th, from row `from` on. */
type LargeOwner = { id: string; every: number; from: number };

/** How words and owners are spread over the registrations. */
export type Spread = { hasCommonWords: boolean; largeOwners: readonly LargeOwner[] };

export const UNIFORM: Spread = { hasCommonWords: false, largeOwners: [] };

/** Words of titles: the first two are each in a tenth of all rows, both of them in a hundredth. */
export const COMMON_WORD = 'prontuario';
export const SECOND_WORD = 'auditoria';
/** A word of the oldest tenth of the rows only. */
export const OLD_WORD = 'legado';
/** A word of 0.4 % of the rows: of 4,000 of a million. */
export const MEDIUM_WORD = 'apicultura';

/** A pseudorandom tenth of the rows, independent of the owner; `seed` selects it. */
const chosen = (seed: number, of: number) => `(hashint8(n * 31 + ${seed}) & 2147483647) % ${of} = 0`;

/** SQL of the words that follow the title of row `n` of `many`. */
export function wordsOf({ hasCommonWords }: Spread, many: number): string {
  if (!hasCommonWords) return "''";
  return `CASE WHEN ${chosen(1, 10)} THEN ' prontuário' ELSE '' END
    || CASE WHEN ${chosen(2, 10)} THEN ' auditoria' ELSE '' END
    || CASE WHEN ${chosen(3, 250)} THEN ' apicultura' ELSE '' END
    || CASE WHEN n <= ${many} / 10 THEN ' legado' ELSE '' END`;
}

/** SQL of the owner of row `n`; `others` is the owner of all rows that no large owner has. */
export function ownerOf({ largeOwners }: Spread, others: string): string {
  const cases = largeOwners.map(
    ({ id, every, from }) => `WHEN n % ${every} = ${from % every} THEN '${id}'::uuid`,
  );
  return cases.length === 0 ? others : `CASE ${cases.join(' ')} ELSE ${others} END`;
}
