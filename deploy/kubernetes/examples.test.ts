import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { natsUsers } from '@g2/kit/nats-users';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { chartFolder, helm, readObjects } from './chart.ts';
import { podsOf } from './pods.ts';
import { networkPolicyEvaluator } from './reachability.ts';
import { passwordVariable } from './readme.ts';

const folder = join(chartFolder, 'examples');
const files = readdirSync(folder);
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const readme = readFileSync(join(chartFolder, 'README.md'), 'utf8');
const rendered = async (name: string) =>
  readObjects(
    await helm('template', 'g2', '.', '-n', 'g2', '-f', 'values-production.yaml', '-f', `examples/${name}`),
  );

describe('the chart’s example files', { timeout: 60_000 }, () => {
  it('are each named in the README', () => {
    expect(files.filter((name) => !readme.includes(`examples/${name}`))).toEqual([]);
  });

  it.each(files.filter((name) => name.endsWith('.values.yaml')))(
    '%s renders with values-production.yaml',
    async (name) => {
      const objects = await rendered(name);
      expect(podsOf(objects).filter(({ kind }) => kind === 'Deployment')).toHaveLength(6);
    },
  );

  it.each(files.filter((name) => name.endsWith('.manifests.yaml')))(
    '%s contains Kubernetes objects, each with a spec',
    (name) => {
      const objects = readObjects(read(name));
      expect(objects.length).toBeGreaterThan(0);
      for (const { spec } of objects) expect(spec).toBeTypeOf('object');
    },
  );

  it('allow connections to the named database and NATS, but to no other pod', async () => {
    const database = { name: 'pg', namespace: 'g2', labels: { 'cnpg.io/cluster': 'g2-pg' } };
    const nats = {
      name: 'nats',
      namespace: 'g2',
      labels: { 'app.kubernetes.io/name': 'nats', 'app.kubernetes.io/instance': 'nats' },
    };
    const other = { name: 'other', namespace: 'g2', labels: { app: 'other' } };
    for (const [file, target, port] of [
      ['cloudnative-pg.values.yaml', database, 5432],
      ['nats.values.yaml', nats, 4222],
    ] as const) {
      const objects = await rendered(file);
      const allows = networkPolicyEvaluator(objects, 'g2');
      const labels = podsOf(objects).find(({ part }) => part === 'identity')?.labels ?? {};
      const identity = { name: 'identity', namespace: 'g2', labels };
      expect([allows(identity, target, port), allows(identity, other, port)], file).toEqual([true, false]);
    }
  });

  it('set one password per user in the values of the NATS chart', () => {
    const { container } = z
      .looseObject({ container: z.looseObject({ env: z.record(z.string(), z.unknown()) }) })
      .parse(parse(read('nats.chart-values.yaml')));
    expect(Object.keys(container.env).sort()).toEqual(natsUsers.map(passwordVariable).sort());
    const users = readFileSync(join(chartFolder, 'files/nats.conf'), 'utf8').split('\n');
    expect(users.filter((line) => line === 'authorization {')).toHaveLength(1);
  });

  it('[gitops-values] reference only existing values files, including the one shared by Argo CD and Flux', () => {
    for (const file of ['argocd.manifests.yaml', 'flux.manifests.yaml']) {
      const [, list = ''] = /value(?:s)?Files: \[(.*)\]/.exec(read(file)) ?? [];
      const named = list.split(', ').map((path) => path.replace(/^helm\//, ''));
      expect(named).toEqual(
        expect.arrayContaining(['values-production.yaml', 'examples/gitops.values.yaml']),
      );
      for (const path of named) expect(existsSync(join(chartFolder, path)), path).toBe(true);
    }
  });

  it('render identically each time with the GitOps values', async () => {
    const once = await rendered('gitops.values.yaml');
    expect(await rendered('gitops.values.yaml')).toEqual(once);
    expect(once.filter(({ kind }) => kind === 'Secret')).toEqual([]);
  });
});
