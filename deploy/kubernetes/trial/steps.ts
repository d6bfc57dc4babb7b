import { BROWSER_JOURNEY, HTTP_JOURNEY, runJourneys } from '../../tests/e2e/support/journeys-against.ts';
import { testLosses, testRollout } from './disturbances.ts';
import { testInternalTls } from './inside-tls.ts';
import { testExternalParts } from './own-parts.ts';
import { testPolicies } from './policies.ts';
import { testAutoscaling } from './scaling.ts';
import { install, RELEASE, type TrialContext } from './trial.ts';

const TESTS = 10;

/** One step of the trial. @throws when one of its checks fails */
type Step = (trial: TrialContext) => Promise<void>;

/** The steps in their order. They run after the chart is installed. */
export const STEPS: Record<string, Step> = {
  async test({ helm, figures }) {
    let passed = 0;
    for (let n = 0; n < TESTS; n++) if (await helm('test', RELEASE).then(Boolean, printError)) passed++;
    figures.note('helm test', `${passed} of ${TESTS}`);
    if (passed < TESTS) throw new Error(`helm test: ${TESTS - passed} of ${TESTS} failed`);
  },
  async journeys({ url, figures }) {
    await figures.timed('the HTTP journey', () => runJourneys(url, [HTTP_JOURNEY]));
    await figures.timed('the browser journey', () => runJourneys(url, [BROWSER_JOURNEY]));
  },
  policies: testPolicies,
  'inside-tls': testInternalTls,
  rollouts: testRollout,
  losses: testLosses,
  scale: testAutoscaling,
  async again(trial) {
    await trial.figures.timed('uninstalled', () =>
      trial.helm('uninstall', RELEASE, '--wait', '--timeout=5m'),
    );
    await trial.figures.timed('installed again, on the volumes of the first', () => install(trial));
    await trial.helm('test', RELEASE);
  },
  'own-parts': testExternalParts,
};

/** Prints an error. @returns false, for use as a rejection handler */
export function printError(error: unknown): false {
  console.log(`    ${error instanceof Error ? error.message.slice(0, 2_000) : String(error)}`);
  return false;
}
