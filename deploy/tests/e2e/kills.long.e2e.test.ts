import { expect, it, vi } from 'vitest';
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

const insist = (step: Step, state: JourneyState): Promise<void> =>
  vi.waitFor(() => step.run(state), { timeout: 45_000, interval: 250 });

function kill(name: string): number {
  const pid = stackFacts().processes.find((one) => one.name === name)?.pid;
  if (pid === undefined) throw new Error(`${name} is not in stack.json`);
  process.kill(pid, 'SIGKILL');
  return pid;
}

/** Needs the whole stack: kills each program between two steps of a journey. */
it('finishes a journey while each program is killed between two steps', async () => {
  const state = await startJourney(stackUrl());
  const steps = [
    signUpStep(),
    detailsStep(),
    uploadStep,
    holdersStep(),
    payByCardStep,
    ...staffSteps,
    certificateStep,
  ];
  for (const [i, step] of steps.entries()) {
    await insist(step, state);
    const name = victims[i % victims.length] ?? '';
    const pid = kill(name);
    const now = () => stackFacts().processes.find((one) => one.name === name)?.pid;
    await expect.poll(now, { message: `${name} is started again after "${step.name}"` }).not.toBe(pid);
  }
  await insist(certificateStep, state);
});
