/** What is compared: without accents and in lower case. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words that were typed, as they are looked for. */
export const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);
