import Stripe from 'stripe';
import { type RunningSimulator, startSimulator } from '../src/server.ts';
import { control, KEYS, Receiver, sdk } from '../src/testing.ts';

/** Whom the assertions are made against. */
export type Target = {
  name: string;
  stripe: Stripe;
  /** What the simulator sent as webhooks; null at Stripe, which cannot reach a test. */
  receiver: Receiver | null;
  stop(): Promise<void>;
};

/** The script that alone may go outside: a key lying in the environment must not make the usual tests do so. */
const SCRIPT = 'test:stripe';

/**
 * Stripe's test mode when `npm run test:stripe` is given STRIPE_CONTRACT_KEY, else the simulator, in this process.
 * @throws Error for any other than a test key: these tests create and refund payments
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
