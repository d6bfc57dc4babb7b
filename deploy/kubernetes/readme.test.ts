import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsUsers } from '@g2/kit/nats-users';
import { serviceNames } from '@g2/kit/provision';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { chartFolder, manifestsIn, render } from './chart.ts';
import { podsOf } from './pods.ts';
import { passwordVariable, valueRows, withUsers, withValues } from './readme.ts';

type Values = {
  programs: Record<string, { autoscaling: { maxReplicas: number } }>;
  postgresql: { poolSize: number };
};
const readme = readFileSync(join(chartFolder, 'README.md'), 'utf8');
const values = readFileSync(join(chartFolder, 'values.yaml'), 'utf8');

describe('the chart’s README', { timeout: 30_000 }, () => {
  it('lists the current values (update: `node deploy/kubernetes/readme.ts`)', () => {
    expect(withValues(readme, values)).toBe(readme);
    expect(withValues(readme, values.replace('poolSize: 5', 'poolSize: 6'))).not.toBe(readme);
    const rows = valueRows(values);
    expect(rows).toContainEqual({
      path: 'logLevel',
      fallback: '"info"',
      about: 'Log level of the programs: trace, debug, info, warn or error.',
    });
    expect(rows.find(({ path }) => path === 'stripe.existingSecret')?.about).toBe(
      'Keys of the Secret: secretKey, publishableKey, webhookSecret.',
    );
  });

  it('lists NATS’ users and rights as kit defines them (update: `node deploy/kubernetes/readme.ts`)', () => {
    const config = readFileSync(join(chartFolder, 'files/nats.conf'), 'utf8');
    expect(withUsers(config)).toBe(config);
    const [settings] = config.split('authorization {');
    expect(settings).toContain('sync_interval: always');
    for (const user of natsUsers) expect(config).toContain(`password: $${passwordVariable(user)}`);
    expect(withUsers(config.replace('deny: ">"', 'allow: ">"'))).toBe(config);
    expect(readme).toContain('(files/nats.conf)');
  });

  it('states the number of database connections for the default values', () => {
    const { programs, postgresql } = parse(values) as Values;
    const services = serviceNames.map((name) => programs[name]?.autoscaling.maxReplicas ?? 0);
    // Doubled, because during a rollout the old pods finish their work beside the new ones.
    const most = services.reduce((sum, replicas) => sum + replicas, 0) * 2 * postgresql.poolSize;
    expect(readme).toContain(`= ${most} connections`);
    const [, advised = ''] = /`max_connections = (\d+)`/.exec(readme) ?? [];
    expect(Number(advised)).toBeGreaterThan(most + serviceNames.length + 10);
  });

  it('contains commands for exactly the Secrets and keys that production reads', async () => {
    const wanted = new Map<string, Set<string>>();
    const want = (name: string, key: string) => wanted.set(name, (wanted.get(name) ?? new Set()).add(key));
    for (const { spec } of podsOf([...(await render('production')), ...manifestsIn(readme)])) {
      for (const { valueFrom } of spec.containers.flatMap(({ env }) => env)) {
        if (valueFrom) want(valueFrom.secretKeyRef.name, valueFrom.secretKeyRef.key);
      }
    }
    const made = new Map<string, Set<string>>();
    const joined = readme.replaceAll(/\\\n\s*/g, '');
    for (const [, name = '', rest = ''] of joined.matchAll(/create secret generic (\S+) (.*)/g)) {
      const keys = [...rest.matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key ?? '');
      // This Secret gets its keys from the files in a folder that keys.ts writes.
      if (rest.startsWith('--from-file=keys')) continue;
      made.set(name, new Set(keys));
    }
    expect(made).toEqual(wanted);
    expect(joined).toMatch(/keys\.ts keys\n.*create secret generic g2-signing-keys --from-file=keys\n/);
  });

  it('names the variable of each service for provision.ts', () => {
    for (const service of serviceNames) {
      expect(readme).toContain(`export ${service.replaceAll('-', '_').toUpperCase()}_DATABASE_URL=`);
    }
  });
});
