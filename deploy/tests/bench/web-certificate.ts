import { signUp } from '../e2e/support/client.ts';
import {
  detailsStep,
  holdersStep,
  payByCardStep,
  staffSteps,
  startJourney,
  uploadStep,
} from '../e2e/support/journey.ts';
import { waitForCertificate } from '../e2e/support/screens-world.ts';

export async function makeCertificate(url: string): Promise<string> {
  const state = { ...(await startJourney(url)), client: (await signUp(url)).client };
  for (const step of [detailsStep(), uploadStep, holdersStep(), payByCardStep, ...staffSteps])
    await step.run(state);
  return waitForCertificate(state.client, state.id);
}
