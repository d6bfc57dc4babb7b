// Tests the chart on a real cluster: npm run test:kubernetes [step …]
// Uses KUBECONFIG's cluster, which must have the images (IMAGE_REGISTRY, IMAGE_TAG), or starts one.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@g2/kit/testing-ports';
import { findBinary } from '../../stack/binaries.ts';
import { type Prepared, prepare } from './prepare.ts';
import { printError, STEPS } from './steps.ts';
import { HERE, helmWith, install, Measurements, NAMESPACE, PROGRAMS, type TrialContext } from './trial.ts';
import { forward, nodePortOf } from './way-in.ts';

const INSTALL_S = 90;

async function tryOn(
  { kubectl, kubeconfig, images, crash, capture, stays }: Prepared,
  wanted: readonly string[],
  figures: Measurements,
) {
  const port = Number(process.env.PORT) || (await freePort());
  const simulator = Number(process.env.SIMULATOR_PORT) || (await freePort());
  const folder = mkdtempSync(join(tmpdir(), 'g2-trial-'));
  const valuesFile = join(folder, 'values.json');
  const [url, simulatorUrl] = [`http://localhost:${port}`, `http://localhost:${simulator}`];
  writeFileSync(valuesFile, JSON.stringify(valuesOf(url, simulatorUrl, images)));
  const helm = helmWith(await findBinary('helm'), kubeconfig);
  await kubectl.run('create', 'namespace', NAMESPACE);
  await kubectl.run('label', 'namespace', NAMESPACE, 'pod-security.kubernetes.io/enforce=restricted');
  const door = await nodePortOf(kubectl, 'gateway', 8080);
  const about = { kubectl, helm, url, simulatorUrl, images, valuesFile };
  const trial: TrialContext = { ...about, door, crash, capture, figures };
  const waysIn = [
    await forward(port, door),
    await forward(simulator, await nodePortOf(kubectl, 'stripe-simulator', 8090)),
  ];
  const problems: string[] = [];
  try {
    const startedAt = Date.now();
    await figures.timed('helm install', () => install(trial));
    if (Date.now() - startedAt > INSTALL_S * 1_000)
      problems.push(`helm install took more than ${INSTALL_S} s`);
    for (const name of wanted) {
      console.log(`=== ${name}`);
      await STEPS[name]?.(trial).catch((error: unknown) => {
        problems.push(error instanceof Error ? error.message : String(error));
        console.log(`=== ${name}: FAILED: ${problems.at(-1)}`);
      });
    }
  } catch (error) {
    console.log(await kubectl.run('get', 'pods,events', HERE, '--output=wide').catch(String));
    throw error;
  } finally {
    for (const server of waysIn) server.close();
    rmSync(folder, { recursive: true });
    if (stays) await kubectl.run('delete', 'namespace', NAMESPACE, '--timeout=300s').catch(printError);
  }
  return problems;
}

const valuesOf = (publicUrl: string, simulatorUrl: string, { registry, tag }: Prepared['images']) => ({
  publicUrl,
  image: { registry, tag },
  embedded: { simulatorUrl },
  // Small requests: up to three replicas of each program must fit on two small nodes.
  programs: Object.fromEntries(
    PROGRAMS.map((name) => [name, { resources: { requests: { cpu: '50m', memory: '128Mi' } } }]),
  ),
  // Raises the rate limits, because the load of a thousand users comes from one address.
  common: {
    extraEnv: [
      'SIGN_UP_PER_HOUR',
      'LOGIN_ATTEMPTS_PER_MINUTE',
      'WRITES_PER_MINUTE',
      'SEARCHES_PER_MINUTE',
    ].map((name) => ({ name, value: '100000' })),
  },
});

async function main(): Promise<void> {
  const wanted = process.argv.slice(2);
  const unknown = wanted.filter((name) => !Object.hasOwn(STEPS, name));
  if (unknown.length > 0) {
    throw new Error(`no such step: ${unknown.join(', ')} (there are ${Object.keys(STEPS).join(', ')})`);
  }
  const figures = new Measurements();
  const prepared = await prepare(figures);
  const left: string[] = [];
  const down = async () => left.push(...(await prepared.down()));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void down().finally(() => process.exit(130)));
  }
  let problems: string[] = [];
  try {
    problems = await tryOn(prepared, wanted.length > 0 ? wanted : Object.keys(STEPS), figures);
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  } finally {
    await figures.timed('taken down', down);
  }
  figures.print();
  problems.push(...left.map((what) => `left behind: ${what}`));
  for (const problem of problems) console.error(`FAILED: ${problem}`);
  if (problems.length > 0) process.exitCode = 1;
}

await main();
