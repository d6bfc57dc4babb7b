import { BROWSER_JOURNEY, HTTP_JOURNEY, journeysAgainst } from '../../tests/e2e/support/journeys-against.ts';
import { lose, rollOut } from './disturbances.ts';
import { insideTls } from './inside-tls.ts';
import { ownParts } from './own-parts.ts';
import { policiesHold } from './policies.ts';
import { scale } from './scaling.ts';
import { install, RELEASE, type Trial } from './trial.ts';

const TESTS = 10;

/** @throws when a check failed */
type Step = (trial: Trial) => Promise<void>;

/** Steps after the chart's installation, in this order. */
export const STEPS: Record<string, Step> = {
  async test({ helm, figures }) {
    let passed = 0;
    for (let n = 0; n < TESTS; n++) if (await helm('test', RELEASE).then(Boolean, said)) passed++;
    figures.note('helm test', `${passed} of ${TESTS}`);
    if (passed < TESTS) throw new Error(`helm test: ${TESTS - passed} of ${TESTS} failed`);
  },
  async journeys({ url, figures }) {
    await figures.timed('the HTTP journey', () => journeysAgainst(url, [HTTP_JOURNEY]));
    await figures.timed('the browser journey', () => journeysAgainst(url, [BROWSER_JOURNEY]));
  },
  policies: policiesHold,
  'inside-tls': insideTls,
  rollouts: rollOut,
  losses: lose,
  scale,
  async again(trial) {
    await trial.figures.timed('uninstalled', () =>
      trial.helm('uninstall', RELEASE, '--wait', '--timeout=5m'),
    );
    await trial.figures.timed('installed again, on the volumes of the first', () => install(trial));
    await trial.helm('test', RELEASE);
  },
  'own-parts': ownParts,
};

/** Prints an error. @returns false */
export function said(error: unknown): false {
  console.log(`    ${error instanceof Error ? error.message.slice(0, 2_000) : String(error)}`);
  return false;
}
