import { setTimeout as delay } from 'node:timers/promises';
import { signUp } from '../e2e/support/client.ts';
import {
  detailsStep,
  holdersStep,
  payByCardStep,
  staffSteps,
  startJourney,
  uploadStep,
} from '../e2e/support/journey.ts';

export async function makeCertificate(url: string): Promise<string> {
  const state = { ...(await startJourney(url)), client: (await signUp(url)).client };
  for (const step of [detailsStep(), uploadStep, holdersStep(), payByCardStep, ...staffSteps])
    await step.run(state);
  // An event triggers the issuance, so poll.
  for (;;) {
    const { number } = await state.client.ok<{ number: string | null }>(
      `/api/registrations/${state.id}/evidence`,
    );
    if (number) return number;
    await delay(100);
  }
}
