import { setTimeout as delay } from 'node:timers/promises';
import { startLoad } from '../../tests/faults/load.ts';
import { HERE, RELEASE, type TrialContext, upgrade, waitForEndedPods } from './trial.ts';
import { PER_SECOND } from './under-load.ts';

const PATIENCE_MS = 300_000;
const LOOK_MS = 2_000;
/** `targetCPU` is a percentage of the CPU request, which is so small that this machine's load exceeds it. */
const AUTOSCALING = {
  enabled: true,
  minReplicas: 1,
  maxReplicas: 3,
  targetCPU: 70,
  behavior: { scaleDown: { stabilizationWindowSeconds: 30 } },
};

type Autoscaler = { status: { currentReplicas?: number; currentMetrics?: unknown[] } };

/** Checks with real metrics that the gateway's replicas follow the load. @throws when a request was not answered */
export async function testAutoscaling(trial: TrialContext): Promise<void> {
  const { kubectl, figures, url } = trial;
  const known = await kubectl
    .run('get', '--raw', '/apis/metrics.k8s.io/v1beta1/nodes')
    .then(Boolean, () => false);
  if (!known) {
    figures.note('autoscaling', 'not tried: the cluster has no metrics (metrics-server)');
    return;
  }
  await upgrade(trial, { 'programs.gateway.autoscaling': AUTOSCALING });
  const status = async () =>
    (await kubectl.json<Autoscaler>('get', 'hpa', `${RELEASE}-gateway`, HERE)).status;
  const until = async (what: string, holds: (now: Autoscaler['status']) => boolean): Promise<void> => {
    for (const end = Date.now() + PATIENCE_MS; !holds(await status()); await delay(LOOK_MS)) {
      if (Date.now() > end) throw new Error(`${what}: never, ${JSON.stringify(await status())}`);
    }
  };
  await until('metrics reach the autoscaler', ({ currentMetrics }) => (currentMetrics ?? []).length > 0);
  await until('one replica at rest', ({ currentReplicas }) => currentReplicas === 1);
  const much = await startLoad(url, { perSecond: PER_SECOND, buyers: 8, readers: 16 });
  await figures.timed('under load the gateway has more replicas', () =>
    until('more replicas', ({ currentReplicas = 0 }) => currentReplicas > 1),
  );
  await much.stop();
  const little = await startLoad(url, { perSecond: 2, buyers: 1, readers: 1 });
  await figures.timed('the load is gone, it has one again', () =>
    until('one replica', ({ currentReplicas }) => currentReplicas === 1),
  );
  await waitForEndedPods(trial, 'gateway');
  await little.stop();
  const outcomes = [much.tally, little.tally];
  const failed = outcomes.reduce((sum, { total }) => sum + total.failed, 0);
  for (const { failures } of outcomes) {
    for (const { what, said } of failures.slice(0, 10)) console.log(`    ${what}: ${said}`);
  }
  figures.note(
    'autoscaling',
    `${outcomes.reduce((sum, { total }) => sum + total.answered, 0)} answered, ${failed} failed`,
  );
  if (failed > 0) throw new Error(`${failed} requests failed while the autoscaler worked`);
}
