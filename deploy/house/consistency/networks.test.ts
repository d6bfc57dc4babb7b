import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { substituteVariables } from './compose.ts';
import { envFile, read } from './world.ts';

const service = z.looseObject({
  environment: z.record(z.string(), z.coerce.string()).default({}),
  networks: z.array(z.string()).default([]),
  network_mode: z.string().optional(),
  mem_limit: z.string().optional(),
  pids_limit: z.number().optional(),
  tmpfs: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
});
const file = z.looseObject({
  services: z.record(z.string(), service),
  networks: z.record(z.string(), z.looseObject({ internal: z.boolean().optional() }).nullable()),
});
const { services, networks } = file.parse(
  parse(read('docker-compose.yml'), { merge: true, maxAliasCount: -1 }),
);
const entries = Object.entries(services);

/** Compose services that a variable refers to: by a host name in its value, or by a secret file with a URL. */
function named([variable, value]: [string, string]): string[] {
  if (variable.endsWith('DATABASE_URL_FILE')) return ['postgres'];
  if (variable === 'NATS_URL_FILE') return ['nats'];
  const setting = substituteVariables(value, envFile);
  return Object.keys(services).filter((host) => new RegExp(`(^|[/,])${host}:\\d`).test(setting));
}

describe('[compose-networks] docker-compose.yml', () => {
  const share = (one: string, other: string) =>
    services[one]?.networks.some((network) => services[other]?.networks.includes(network)) ?? false;

  it('puts each program on a network with every server that it calls', () => {
    const arrows = entries.flatMap(([name, { environment }]) =>
      Object.entries(environment)
        .flatMap(named)
        .map((host) => [name, host] as const),
    );
    expect(arrows.length).toBeGreaterThan(40);
    expect(arrows.filter(([from, to]) => from !== to && !share(from, to))).toEqual([]);
  });

  it('separates the programs that browsers reach from the stores', () => {
    for (const open of ['gateway', 'stripe-simulator', 'prometheus', 'grafana']) {
      for (const store of ['postgres', 'minio']) expect(share(open, store), `${open} → ${store}`).toBe(false);
    }
    expect(services.secrets).toMatchObject({ network_mode: 'none', networks: [] });
  });

  it('publishes no port of a container that has only internal networks', () => {
    const isClosed = (network: string) => networks[network]?.internal === true;
    for (const [name, { ports, networks: on }] of entries) {
      if (ports.length > 0) expect(on.every(isClosed), name).toBe(false);
    }
    for (const store of ['postgres', 'minio', 'nats', 'test-authority']) {
      expect(services[store]?.networks.every(isClosed), store).toBe(true);
    }
    const used = new Set(entries.flatMap(([, one]) => one.networks));
    expect([...used].sort()).toEqual(Object.keys(networks).sort());
  });

  it('limits the memory, processes and temporary files of every container', () => {
    for (const [name, { mem_limit, pids_limit, tmpfs }] of entries) {
      expect(mem_limit, name).toMatch(/^\d+[mg]$/);
      expect(pids_limit, name).toBeGreaterThan(0);
      for (const folder of tmpfs) expect(folder, name).toMatch(/[:,]size=\d+m$/);
    }
  });
});
