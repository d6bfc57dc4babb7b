import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import {
  certificateStep,
  detailsStep,
  holdersStep,
  type JourneyState,
  payByCardStep,
  type Step,
  signUpStep,
  staffSteps,
  startJourney,
  uploadStep,
} from './support/journey.ts';
import { stackFacts, stackUrl } from './support/shared-stack.ts';

const victims = ['identity', 'registration', 'storage-hashing', 'payment-credit', 'certificate', 'gateway'];

/** What a person does who sees an error: tries again. */
async function insist(step: Step, state: JourneyState): Promise<void> {
  const until = Date.now() + 45_000;
  for (;;) {
    try {
      return await step.run(state);
    } catch (error) {
      if (Date.now() > until) throw error;
      await delay(250);
    }
  }
}

function kill(name: string): number {
  const pid = stackFacts().processes.find((one) => one.name === name)?.pid;
  if (pid === undefined) throw new Error(`${name} is not in stack.json`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** One kill at each joint of the journey, the victims in turn, so that every program dies between two steps. */
describe('a program killed between two steps', () => {
  const steps = [
    signUpStep(),
    detailsStep(),
    uploadStep,
    holdersStep(),
    payByCardStep,
    ...staffSteps,
    certificateStep,
  ];

  it('lets the journey finish, whichever it is', async () => {
    const state = await startJourney(stackUrl());
    const killed: string[] = [];
    for (const [i, step] of steps.entries()) {
      await insist(step, state);
      const name = victims[i % victims.length] ?? '';
      const pid = kill(name);
      killed.push(`${name} after "${step.name}"`);
      await expect
        .poll(() => stackFacts().processes.find((one) => one.name === name)?.pid, { timeout: 20_000 })
        .not.toBe(pid);
    }
    console.log(`killed: ${killed.join(', ')}`);
    await insist(certificateStep, state);
  });
});
