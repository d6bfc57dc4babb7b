import { connectRpc } from '@g2/kit/grpc-client';
import { eventually, type Peer } from '@g2/kit/testing';
import { PaymentsService } from '@g2/proto/payment';
import { expect, it } from 'vitest';
import { countersOf } from './payments.ts';
import { FEE, ownWorld, type User, type World } from './world.ts';

const world = await ownWorld();

const PAYERS = 8;
const KILLS = 4;

type Case = { owner: User; id: string };
type Row = { registration_id: string; status: string; method: string };

/** Runs the service in its own process, kills it during the work and restarts it, `KILLS` times. */
async function killedAgainAndAgain(work: (rpc: World['rpc']) => Promise<unknown>): Promise<Peer> {
  for (let kill = 0; kill < KILLS; kill++) {
    const peer = await world.startPeer();
    const rpc = connectRpc(PaymentsService, peer.grpc);
    const working = work(rpc);
    // oxlint-disable-next-line no-restricted-globals -- killed at a random moment
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 400));
    await peer.kill('SIGKILL');
    await working;
    rpc.close();
  }
  return world.startPeer();
}

it('the service loses no money and takes none twice when it is killed at any moment', {
  timeout: 400_000,
}, async () => {
  const cases: Case[] = [];
  for (let index = 0; index < PAYERS; index++) {
    const owner = await world.user();
    await world.credit(owner, FEE);
    cases.push({ owner, id: await world.payable(owner) });
  }
  await world.running.stop();
  await world.control('/_sim/webhooks', { mode: 'duplicate' });

  const settle = (promise: Promise<unknown>) => promise.catch(() => undefined);
  const pay = async (rpc: World['rpc'], { owner, id }: Case, index: number, deadlineMs = 1_000) => {
    const options = { token: owner.token, deadlineMs };
    if (index % 2 === 0) await settle(rpc.payWithCredits({ id }, options));
    const intent = await rpc.createRegistrationIntent({ id }, options).catch(() => undefined);
    if (intent) await settle(world.confirm(intent));
    await settle(rpc.payWithCredits({ id }, options));
  };
  const last = await killedAgainAndAgain((rpc) => Promise.all(cases.map((it, index) => pay(rpc, it, index))));
  const rpc = connectRpc(PaymentsService, last.grpc);
  // The last round runs without kills and with a long deadline.
  await Promise.all(cases.map((it, index) => pay(rpc, it, index, 15_000)));

  const rows = async () =>
    (await world.db.query<Row>('SELECT registration_id, status, method FROM registration_payments')).rows;
  await eventually(
    'everything is decided',
    async () => {
      const all = await rows();
      expect(all.filter((row) => ['open', 'captured', 'giving_back'].includes(row.status))).toEqual([]);
      expect(all.filter((row) => row.status === 'settled')).toHaveLength(PAYERS);
      return true;
    },
    180_000,
  );
  const intents = await world.intents();
  const kept = intents.reduce((sum, one) => sum + one.amountCaptured - one.amountRefunded, 0);
  const left = await Promise.all(
    cases.map(async ({ owner }) => (await rpc.getOwnBalance({}, { token: owner.token })).credits),
  );
  const spent = left.reduce((sum, credits) => sum + FEE - credits, 0);
  const settled = (await rows()).filter((row) => row.status === 'settled');
  expect(kept).toBe(FEE * settled.filter((row) => row.method === 'card').length);
  expect(spent).toBe(FEE * settled.filter((row) => row.method === 'credits').length);
  expect(kept + spent).toBe(FEE * PAYERS);
  for (const { owner, id } of cases) {
    const { status } = await world.registrations.getRegistration({ id }, { token: owner.token });
    expect(status).toBe('paid');
  }
  const counters = await countersOf(world);
  expect(counters.kept).toEqual(counters.counted);
  rpc.close();
});
