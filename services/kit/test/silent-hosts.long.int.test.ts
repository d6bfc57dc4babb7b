import { CertificatesService } from '@g2/proto/certificate';
import { Pdf } from '@g2/proto/common';
import { expect, it, onTestFinished } from 'vitest';
import { connectRpc } from '../src/grpc-client.ts';
import { createLogger } from '../src/log.ts';
import { startBus } from '../src/nats.ts';
import { closeAfterTests, eventually } from '../src/testing.ts';
import { openSilentWay } from './silent-way.ts';
import { startWorld } from './world.ts';

const FOUND_MS = 30_000;
const DEADLINE_MS = 60_000;

const world = await closeAfterTests(startWorld());

it('changes to another NATS server when its own no longer answers', async () => {
  const nats = new URL(world.testEnv.natsUrl);
  const ways = [await openSilentWay(Number(nats.port)), await openSilentWay(Number(nats.port))];
  const bus = startBus({
    url: `nats://${nats.username}:${nats.password}@${ways.map(({ address }) => address).join(',')}`,
    prefix: world.testEnv.natsPrefix,
    service: 'test-silent',
    keys: world.testEnv.keys('identity'),
    log: createLogger('test', 'silent'),
  });
  onTestFinished(() => bus.stop());
  await bus.ready();
  const [used, other] = ways.toSorted((a, b) => Number(b.isUsed()) - Number(a.isUsed()));
  expect(other?.isUsed()).toBe(false);
  used?.silence(true);
  await eventually('it uses the other server', async () => other?.isUsed() === true, FOUND_MS);
}, 60_000);

it('opens another connection to a service that no longer answers', async () => {
  const way = await openSilentWay(world.running.grpcPort);
  const rpc = connectRpc(CertificatesService, way.address);
  onTestFinished(() => rpc.close());
  world.answer = async () => Pdf.create({ fileName: 'certificado.pdf' });
  const token = await world.testEnv.userToken({ id: 'u1', role: 'client' });
  const ask = () => rpc.getCertificate({ id: 'x' }, { token, deadlineMs: DEADLINE_MS });
  await ask();
  way.silence();
  const answer = await eventually('it is answered', () => ask().catch(() => false as const), FOUND_MS);
  expect(answer.fileName).toBe('certificado.pdf');
}, 60_000);
