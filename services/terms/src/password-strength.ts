import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';
import { FAVOURITES } from './password-favourites.ts';

/** Guesses it stands, from 0 (the first thing tried) to 4. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/** What is refused below (api-rules X2). */
export const LEAST_PASSWORD_SCORE: PasswordScore = 2;

/** Whose password it is: what others know of them is guessed first. */
export type PasswordOwner = { email: string; firstName: string; lastName: string };

/**
 * What is looked at, at either end. The cost grows with the cube of the length and with what may stand for a letter:
 * the library's own settings take seconds over 100 characters, these 2 to 4 ms of a core for what people choose, 10 at worst.
 */
const LOOKED_AT = 32;
const SUBSTITUTIONS = 4;

/** Accents help nobody guess less. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Lists shorter than this are one with our own: every list is looked through for every part of a password. */
const SHORT_LIST = 100;

function portugueseLists(): Record<string, string[]> {
  const lists = Object.entries(portuguese).map(([name, words]) => [name, words.map(folded)] as const);
  const short = lists.flatMap(([, words]) => (words.length < SHORT_LIST ? words : []));
  return {
    ...Object.fromEntries(lists.filter(([, words]) => words.length >= SHORT_LIST)),
    favourites: [...new Set([...FAVOURITES, ...short.map((word) => word.toLowerCase())])],
  };
}

let factory: ZxcvbnFactory | undefined;
/** Made when first needed: ranking the words takes a fourth of a second. */
const scorer = (): ZxcvbnFactory => {
  factory ??= new ZxcvbnFactory({
    dictionary: { ...common, ...portugueseLists() },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: SUBSTITUTIONS,
    maxLength: LOOKED_AT,
  });
  return factory;
};

/** Has the words ranked before the first password comes. */
export const preparePasswordScore = (): void => void scorer();

/** The words that what others know of somebody has. */
function known({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = ''] = email.split('@');
  const names = [firstName, lastName].map(folded);
  const parts = names.join(' ').split(/\s+/);
  const joined = [local.replaceAll(/[\W_]/g, ''), parts.join(''), [...parts].reverse().join('')];
  const words = [email, local, ...local.split(/[\W_]+/), names.join(' '), ...names, ...parts, ...joined];
  return words.filter((word) => word.length > 1);
}

/** A word, a sign and a number, 'Brasil@2026': where one is asked for a sign, that is where everybody puts it. */
const WORD_SIGN_NUMBER = /^(\p{L}+)[^\p{L}\p{N}]{1,2}(\p{N}{1,4})[^\p{L}\p{N}]{0,2}$/u;

/** How well a password stands against whoever knows its owner. */
export function passwordScore(password: string, owner: PasswordOwner): PasswordScore {
  const words = known(owner);
  const typed = folded(password);
  if (words.some((word) => word.toLowerCase() === typed.trim().toLowerCase())) return 0;
  const text = typed.replace(WORD_SIGN_NUMBER, '$1$2');
  const scoreOf = (part: string) => scorer().check(part, words).score;
  const score = scoreOf(text.slice(0, LOOKED_AT));
  // What follows may save a long one that begins simply.
  const isSaved = score < LEAST_PASSWORD_SCORE && text.length > LOOKED_AT;
  return isSaved ? scoreOf(text.slice(-LOOKED_AT)) : score;
}
