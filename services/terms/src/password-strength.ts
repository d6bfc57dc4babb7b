import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common';
import { dictionary as portuguese } from '@zxcvbn-ts/language-pt-br';
import { COMMON_PASSWORDS } from './password-favourites.ts';

/** Resistance to guessing, from 0 (guessed first) to 4. */
export type PasswordScore = 0 | 1 | 2 | 3 | 4;

/** Minimum score accepted (api-rules X2). */
export const MIN_PASSWORD_SCORE: PasswordScore = 2;

/** Owner data that an attacker would try first. */
export type PasswordOwner = { email: string; firstName: string; lastName: string };

/**
 * Number of characters scored at each end of a password, and of letter substitutions. The cost grows with the
 * cube of the length and with the substitutions: the library's defaults take seconds for 100 characters,
 * these values 2 to 4 ms for usual passwords and at most 10 ms.
 */
const SCORED_LENGTH = 32;
const SUBSTITUTIONS = 4;

/** Removes accents: they do not make guessing harder. */
const folded = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '');

/** Shorter word lists are merged with COMMON_PASSWORDS, because each list is searched for every part of a password. */
const SHORT_LIST = 100;

function portugueseLists(): Record<string, string[]> {
  const lists = Object.entries(portuguese).map(([name, words]) => [name, words.map(folded)] as const);
  const short = lists.flatMap(([, words]) => (words.length < SHORT_LIST ? words : []));
  return {
    ...Object.fromEntries(lists.filter(([, words]) => words.length >= SHORT_LIST)),
    favourites: [...new Set([...COMMON_PASSWORDS, ...short.map((word) => word.toLowerCase())])],
  };
}

let factory: ZxcvbnFactory | undefined;
/** Created lazily: ranking the words takes about 250 ms. */
const scorer = (): ZxcvbnFactory => {
  factory ??= new ZxcvbnFactory({
    dictionary: { ...common, ...portugueseLists() },
    graphs: adjacencyGraphs,
    l33tMaxSubstitutions: SUBSTITUTIONS,
    maxLength: SCORED_LENGTH,
  });
  return factory;
};

/** Warms up the dictionary before the first password arrives. */
export const preparePasswordScore = (): void => void scorer();

/** Words from the owner's data, to be penalized in the password. */
function known({ email, firstName, lastName }: PasswordOwner): string[] {
  const [local = ''] = email.split('@');
  const names = [firstName, lastName].map(folded);
  const parts = names.join(' ').split(/\s+/);
  const joined = [local.replaceAll(/[\W_]/g, ''), parts.join(''), [...parts].reverse().join('')];
  const words = [email, local, ...local.split(/[\W_]+/), names.join(' '), ...names, ...parts, ...joined];
  return words.filter((word) => word.length > 1);
}

/** Word, sign and number, such as 'Brasil@2026': the usual place of a required sign adds no strength. */
const WORD_SIGN_NUMBER = /^(\p{L}+)[^\p{L}\p{N}]{1,2}(\p{N}{1,4})[^\p{L}\p{N}]{0,2}$/u;

/** Scores a password against an attacker who knows its owner. */
export function passwordScore(password: string, owner: PasswordOwner): PasswordScore {
  const words = known(owner);
  const typed = folded(password);
  if (words.some((word) => word.toLowerCase() === typed.trim().toLowerCase())) return 0;
  const text = typed.replace(WORD_SIGN_NUMBER, '$1$2');
  const scoreOf = (part: string) => scorer().check(part, words).score;
  const score = scoreOf(text.slice(0, SCORED_LENGTH));
  // A strong end can raise the score of a long password with a weak start.
  const isSaved = score < MIN_PASSWORD_SCORE && text.length > SCORED_LENGTH;
  return isSaved ? scoreOf(text.slice(-SCORED_LENGTH)) : score;
}
