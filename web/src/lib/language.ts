import { ENGLISH_PAGES, type Language, languageOf } from '@g2/gateway/contract/pages';
import { useLocation } from 'react-router';

/** The type of a text catalogue's translation: the same keys, parameters and lengths, with other texts. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Result
    ? (...values: Values) => Translation<Result>
    : T extends object
      ? { readonly [Key in keyof T]: Translation<T[Key]> }
      : T;

/** The English translations loaded so far, by their pt-BR catalogue. */
export const translations = new Map<object, object>();

/** Registers the English translation of a pt-BR catalogue. Called by `*.en.ts`, which only English pages load. */
export function inEnglish<T extends object>(texts: T, translation: Translation<T> & object): void {
  translations.set(texts, translation);
}

/** Language of the page, derived from its path. */
export const useLanguage = (): Language => languageOf(useLocation().pathname);

/** The text catalogue in the language of the page; in pt-BR until its translation is loaded. */
export function useTexts<T extends object>(texts: T): Translation<T> {
  const isEnglish = useLanguage() === 'en';
  return ((isEnglish && translations.get(texts)) || texts) as Translation<T>;
}

/** Returns a function that gives the path of a page in the language of the current page. */
export function usePath(): (page: keyof typeof ENGLISH_PAGES) => string {
  const isEnglish = useLanguage() === 'en';
  return (page) => (isEnglish ? ENGLISH_PAGES[page] : page);
}
