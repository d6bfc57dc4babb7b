/** Text for comparisons: without accents and in lower case. */
export const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const wordsOf = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean);
