import { BOMBS, OVERLAPS } from './bombs.ts';
import type { Case } from './case.ts';
import { CONTENTS } from './contents.ts';
import { CONTRADICTIONS, CORRUPTED, ENCRYPTED_CASES } from './contradictions.ts';
import { EXTRA_BYTES } from './extra-bytes.ts';
import { NAMES } from './names.ts';
import { NOT_A_ZIP, VALID } from './shapes.ts';

/** Hostile and unusual archives, by kind. */
export const CORPUS: Readonly<Record<string, readonly Case[]>> = {
  'as honest tools write them': VALID,
  'with bytes besides': EXTRA_BYTES,
  'none, empty or cut': NOT_A_ZIP,
  broken: CORRUPTED,
  lying: CONTRADICTIONS,
  encrypted: ENCRYPTED_CASES,
  overlapping: OVERLAPS,
  'bombs and crowds': BOMBS,
  'with odd names': NAMES,
  'by what they hold': CONTENTS,
};
