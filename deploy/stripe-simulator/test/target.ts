import Stripe from 'stripe';
import { type RunningSimulator, startSimulator } from '../src/server.ts';
import { control, KEYS, Receiver, sdk } from '../src/testing.ts';

export type Target = {
  name: string;
  stripe: Stripe;
  /** Null at Stripe, which cannot reach a test. */
  receiver: Receiver | null;
  stop(): Promise<void>;
};

/** Only this script may use Stripe: a key in the environment must not redirect the usual tests. */
const SCRIPT = 'test:stripe';

/**
 * Stripe's test mode for `npm run test:stripe` with STRIPE_CONTRACT_KEY; else a simulator in this process.
 * @throws Error for a key that is not a test key, since these tests create and refund payments
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
