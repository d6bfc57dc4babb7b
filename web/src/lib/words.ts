/** Text for comparisons: without accents and in lower case. */
export const foldText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The words of a text, without accents and in lower case. */
export const wordsOf = (text: string): string[] => foldText(text).split(/\s+/).filter(Boolean);
