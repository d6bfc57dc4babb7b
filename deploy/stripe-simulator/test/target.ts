import Stripe from 'stripe';
import { type RunningSimulator, startSimulator } from '../src/server.ts';
import { control, KEYS, Receiver, sdk } from '../src/testing.ts';

export type Target = {
  name: string;
  stripe: Stripe;
  /** Receives the simulator's webhooks; null with real Stripe, which cannot reach a test. */
  receiver: Receiver | null;
  stop(): Promise<void>;
};

/** Only this npm script may use real Stripe. Other test runs ignore a key in the environment. */
const SCRIPT = 'test:stripe';

/**
 * Chooses what the tests run against: Stripe's test mode in `npm run test:stripe` with STRIPE_CONTRACT_KEY,
 * otherwise a simulator in this process.
 * @throws Error for a key of Stripe's live mode, since these tests create and refund payments
 */
export async function openTarget(env: Record<string, string | undefined>): Promise<Target> {
  const key = env.npm_lifecycle_event === SCRIPT ? (env.STRIPE_CONTRACT_KEY ?? '') : '';
  if (key === '') return simulator();
  if (!/^(sk|rk)_test_\w+$/.test(key)) throw new Error('STRIPE_CONTRACT_KEY must be a test key, sk_test_…');
  return {
    name: 'Stripe (test mode)',
    stripe: new Stripe(key, { telemetry: false, maxNetworkRetries: 2 }),
    receiver: null,
    stop: async () => {},
  };
}

async function simulator(): Promise<Target> {
  const receiver = new Receiver();
  const running: RunningSimulator = await startSimulator({ ...KEYS, webhookUrl: await receiver.start() });
  await control(running, 'hooks', { voucherMs: 100 });
  return {
    name: 'the simulator',
    stripe: sdk(running),
    receiver,
    async stop() {
      await running.stop();
      receiver.stop();
    },
  };
}
