import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { provision, serviceNames } from '@g2/kit/provision';
import { type Child, startChild } from '../dev/child.ts';
import { startNats, startPostgres } from '../dev/infra.ts';
import { freePort } from '../dev/ports.ts';
import { answersHealth } from '../dev/probes.ts';
import { type Program, pickAddresses, programs, simulatorUrl } from '../dev/programs.ts';
import { keepSecrets, readSettings } from '../dev/settings.ts';
import { root } from '../e2e/support/stack.ts';
import { must, type Places } from './support.ts';

const READY_MS = 60_000;

/** The product, with one program the drill kills as it likes; `npm start`'s own supervisor gives up at five deaths. */
export type DrillStack = {
  url: string;
  places: Places;
  /** SIGKILL, now; the program is started again by `revive`. */
  kill(): Promise<void>;
  /** Starts the victim again and waits until it is ready. */
  revive(): Promise<void>;
  stop(): Promise<void>;
};

/**
 * Starts everything as `npm start` does, without its supervisor.
 * @param victim name of the program that will be killed
 * @param env more of the victim's environment
 */
export async function startDrillStack(victim: string, env: Record<string, string>): Promise<DrillStack> {
  const dataDir = mkdtempSync(join(tmpdir(), 'g2-drill-'));
  const started: { stop(): Promise<void> }[] = [];
  const stop = async () => {
    // The programs before what they stand on.
    for (const one of started.reverse()) await one.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const settings = readSettings({ PORT: String(port), G2_DATA_DIR: dataDir, LOG_LEVEL: 'silent' }, root);
    const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres') });
    started.push(postgres);
    const nats = await startNats({ dataDir: join(dataDir, 'nats') });
    started.push(nats);
    const secrets = await keepSecrets(dataDir);
    const roles = serviceNames.map((service) => ({
      service,
      role: `g2_${service.replaceAll('-', '_')}`,
      password: secrets.rolePasswords[service] ?? '',
    }));
    const at = await pickAddresses();
    const databaseUrls = await provision(postgres.url, roles);
    const all = programs({ root, settings, secrets, at, backing: { databaseUrls, natsUrl: nats.url } });
    const killed = all.find((one) => one.name === victim);
    must(killed !== undefined, `no program is called ${victim}`);
    const keeper = keepVictim({ ...killed, env: { ...killed.env, ...env } });
    started.push(keeper);
    const others = all.filter((one) => one.name !== victim);
    const begin = async (program: Program) => {
      const life = await launch(program);
      started.push(life);
      await ready(program, life);
    };
    await Promise.all([keeper.revive(), ...others.map(begin)]);
    const places = { postgresUrl: postgres.url, stripeSimulatorUrl: simulatorUrl(at) };
    return {
      url: settings.publicUrl,
      places,
      kill: () => keeper.kill(),
      revive: () => keeper.revive(),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function keepVictim(program: Program) {
  let life: Child | undefined;
  let stopped = false;
  return {
    async kill() {
      if (!life) return;
      process.kill(life.pid, 'SIGKILL');
      await life.exited;
    },
    async revive() {
      must(!stopped, `${program.name} is not started again: the drill is over`);
      life = await launch(program);
      await ready(program, life);
    },
    async stop() {
      stopped = true;
      await life?.stop();
    },
  };
}

const launch = ({ name, main, env }: Program): Promise<Child> =>
  startChild({
    name,
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', main],
    env: { PATH: process.env.PATH, TZ: 'UTC', ...env },
  });

async function ready({ name, readyUrl }: Program, life: Child): Promise<void> {
  const end = Date.now() + READY_MS;
  while (!(await answersHealth(readyUrl))) {
    must(life.running(), `${name} ended:\n${life.tail().join('\n')}`);
    must(Date.now() < end, `${name} was not ready within ${READY_MS / 1000} s`);
    await delay(40);
  }
}
