/** Text for comparisons: without accents and in lower case. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

export const wordsOf = (typed: string): string[] => foldText(typed).split(/\s+/).filter(Boolean);
