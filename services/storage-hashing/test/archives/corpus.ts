import { BESIDES } from './besides.ts';
import { BOMBS, OVERLAPS } from './bombs.ts';
import type { Case } from './case.ts';
import { CONTENTS } from './contents.ts';
import { BROKEN, LIES, LOCKED } from './lies.ts';
import { NAMES } from './names.ts';
import { HONEST, NONE } from './shapes.ts';

/** Hostile and unusual archives, by kind. */
export const CORPUS: Readonly<Record<string, readonly Case[]>> = {
  'as honest tools write them': HONEST,
  'with bytes besides': BESIDES,
  'none, empty or cut': NONE,
  broken: BROKEN,
  lying: LIES,
  encrypted: LOCKED,
  overlapping: OVERLAPS,
  'bombs and crowds': BOMBS,
  'with odd names': NAMES,
  'by what they hold': CONTENTS,
};
