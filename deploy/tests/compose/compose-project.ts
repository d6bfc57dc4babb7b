import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(import.meta.dirname, '../../..');
const LONGEST_MS = 30 * 60_000;

/** Container state from `docker inspect`. */
export type ContainerFacts = {
  service: string;
  id: string;
  image: string;
  running: boolean;
  exitCode: number;
  restarts: number;
  /** undefined without a health check */
  health: string | undefined;
  user: string;
  readOnly: boolean;
  dropsAll: boolean;
  noNewPrivileges: boolean;
  /** bytes; 0: no limit */
  memoryLimit: number;
  /** 0: no limit */
  processLimit: number;
};

type Inspected = {
  Id: string;
  RestartCount: number;
  State: { Running: boolean; ExitCode: number; Health?: { Status: string } };
  Config: { Image: string; User: string; Labels: Record<string, string> };
  HostConfig: {
    ReadonlyRootfs: boolean;
    CapDrop: string[] | null;
    SecurityOpt: string[] | null;
    Memory: number;
    PidsLimit: number | null;
  };
};

async function docker(args: string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const options = { cwd: root, env, timeout: LONGEST_MS, maxBuffer: 64 * 1024 * 1024 };
  try {
    return (await run('docker', args, options)).stdout.trim();
  } catch (error) {
    // `error.message` contains only stderr; stdout has the build output.
    const written = error instanceof Error && 'stdout' in error ? String(error.stdout) : '';
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${written}`, {
      cause: error,
    });
  }
}

export const lines = (text: string): string[] => text.split('\n').filter(Boolean);

/** The services of docker-compose.yml under a unique project name, isolated from other projects on the machine. */
export class ComposeProject {
  readonly name: string;
  readonly #env: NodeJS.ProcessEnv;

  constructor(name: string, settings: Record<string, string>) {
    this.name = name;
    this.#env = { ...process.env, ...settings, COMPOSE_PROJECT_NAME: name };
  }

  /** Runs `docker compose …`. @returns its stdout. @throws Error with stdout and stderr */
  compose(...args: string[]): Promise<string> {
    return docker(['compose', '--progress', 'plain', ...args], this.#env);
  }

  /** Whether Docker has the image of this service, of any profile. */
  async hasImageOf(service: string): Promise<boolean> {
    const { services } = JSON.parse(await this.compose('--profile', '*', 'config', '--format', 'json')) as {
      services: Record<string, { image: string }>;
    };
    const image = services[service]?.image ?? '';
    return (await docker(['image', 'ls', '-q', image])) !== '';
  }

  /** Containers of the project, including exited ones. */
  async containers(): Promise<ContainerFacts[]> {
    const ids = lines(await docker(['ps', '-aq', '--filter', this.#ours]));
    if (ids.length === 0) return [];
    const inspected = JSON.parse(await docker(['inspect', ...ids])) as Inspected[];
    return inspected.map(factsOf).sort((a, b) => a.service.localeCompare(b.service));
  }

  /** @throws Error when the service has no container */
  async container(service: string): Promise<ContainerFacts> {
    const found = (await this.containers()).find((one) => one.service === service);
    if (!found) throw new Error(`no container of ${service}`);
    return found;
  }

  /** Polls a container until `holds` is true. @throws Error after `ms` */
  async until(service: string, holds: (facts: ContainerFacts) => boolean, ms: number): Promise<void> {
    for (const end = Date.now() + ms; ; await delay(500)) {
      const facts = await this.container(service);
      if (holds(facts)) return;
      if (Date.now() > end) throw new Error(`${service} after ${ms / 1000} s: ${JSON.stringify(facts)}`);
    }
  }

  /** Kills the process inside the container: `docker kill` counts as a manual stop and prevents the restart. */
  async crash(service: string): Promise<void> {
    await this.compose('exec', '-T', service, 'sh', '-c', 'kill -9 $(cat /proc/1/task/1/children)');
  }

  async memory(): Promise<Map<string, string>> {
    const running = (await this.containers()).filter((one) => one.running);
    const format = '{{.ID}} {{.MemUsage}}';
    const ids = running.map((one) => one.id);
    const rows = lines(await docker(['stats', '--no-stream', '--no-trunc', '--format', format, ...ids]));
    return new Map(
      rows.map((row) => {
        const [id = '', used = ''] = row.split(' ');
        return [running.find((one) => one.id === id)?.service ?? id, used];
      }),
    );
  }

  /** Size of each image in MB. */
  async imageSizes(): Promise<Map<string, number>> {
    const images = [...new Set((await this.containers()).map((one) => one.image))];
    const sizes = lines(await docker(['image', 'inspect', '-f', '{{.Size}}', ...images]));
    return new Map(images.map((image, index) => [image, Math.round(Number(sizes[index]) / 1e6)]));
  }

  /** Containers, volumes and networks of the project that still exist. */
  async leftovers(): Promise<string[]> {
    const found = await Promise.all([
      docker(['ps', '-aq', '--filter', this.#ours]),
      docker(['volume', 'ls', '-q', '--filter', this.#ours]),
      docker(['network', 'ls', '-q', '--filter', this.#ours]),
    ]);
    return found.flatMap(lines);
  }

  get #ours(): string {
    return `label=com.docker.compose.project=${this.name}`;
  }
}

function factsOf({ Id, RestartCount, State, Config, HostConfig }: Inspected): ContainerFacts {
  return {
    service: Config.Labels['com.docker.compose.service'] ?? '',
    id: Id,
    image: Config.Image,
    running: State.Running,
    exitCode: State.ExitCode,
    restarts: RestartCount,
    health: State.Health?.Status,
    user: Config.User,
    readOnly: HostConfig.ReadonlyRootfs,
    dropsAll: HostConfig.CapDrop?.includes('ALL') ?? false,
    noNewPrivileges: HostConfig.SecurityOpt?.some((one) => one.startsWith('no-new-privileges')) ?? false,
    memoryLimit: HostConfig.Memory,
    processLimit: HostConfig.PidsLimit ?? 0,
  };
}
