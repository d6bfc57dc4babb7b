import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { findBinary } from '../../stack/binaries.ts';
import { readAlerts, readDashboards, ruleFiles } from '../e2e/support/monitoring.ts';
import { root } from '../e2e/support/stack.ts';

const promtool = await findBinary('promtool').catch((error: Error) => {
  console.log(`rules are not checked by promtool: ${error.message}`);
  return undefined;
});
const check = (...args: string[]) => execFileSync(promtool ?? '', args, { encoding: 'utf8', cwd: root });

describe.skipIf(!promtool)('promtool', { timeout: 300_000 }, () => {
  it('accepts every rule file', () => {
    expect(check('check', 'rules', ...ruleFiles()).match(/SUCCESS/g)).toHaveLength(ruleFiles().length);
  });

  const promtoolFiles = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.promtool.yaml'));
  it.each(promtoolFiles)('finds that alerts fire and stay silent as %s expects', (file) => {
    expect(check('test', 'rules', join(import.meta.dirname, file))).toContain('SUCCESS');
  });
});

const observability = 'deploy/docker/observability';
// No alias limit: docker-compose.yml is trusted and exceeds the parser's default.
const yaml = (file: string): unknown =>
  parse(readFileSync(join(root, file), 'utf8'), { merge: true, maxAliasCount: -1 });

describe('the Prometheus and Grafana configuration of compose', () => {
  const compose = z
    .object({ services: z.record(z.string(), z.looseObject({ volumes: z.array(z.unknown()).optional() })) })
    .parse(yaml('docker-compose.yml'));
  /** Bind mounts of a service: container path → repository path. */
  const mounts = (service: string): Map<string, string> =>
    new Map(
      (compose.services[service]?.volumes ?? []).flatMap((one) => {
        const [from = '', to = ''] = String(one).split(':');
        return from.startsWith('./') ? [[to, from.slice(2)] as const] : [];
      }),
    );

  it('mounts the rules and dashboards of the chart', () => {
    for (const service of ['prometheus', 'grafana', 'tempo', 'otel-collector']) {
      for (const [, ours] of mounts(service)) expect(existsSync(join(root, ours)), ours).toBe(true);
    }
    const config = z
      .object({
        rule_files: z.array(z.string()),
        scrape_configs: z.array(z.looseObject({ job_name: z.string() })),
      })
      .parse(yaml(`${observability}/prometheus.yaml`));
    expect(config.rule_files).toEqual(['/etc/g2/alerts/*.yaml']);
    expect(mounts('prometheus').get('/etc/g2/alerts')).toBe('helm/files/alerts');
    const jobs = config.scrape_configs.map(({ job_name }) => job_name);
    expect(jobs.every((job) => job in compose.services)).toBe(true);
    const { providers } = z
      .object({ providers: z.array(z.object({ options: z.object({ path: z.string() }) })) })
      .parse(yaml(`${observability}/grafana/dashboards.yaml`));
    expect(providers.map(({ options }) => mounts('grafana').get(options.path))).toEqual([
      'helm/files/dashboards',
    ]);
  });

  it('has every data source and variable that a dashboard uses', () => {
    const { datasources } = z
      .object({ datasources: z.array(z.object({ type: z.string(), url: z.string() })) })
      .parse(yaml(`${observability}/grafana/datasources.yaml`));
    for (const { url } of datasources) expect(new URL(url).hostname in compose.services, url).toBe(true);
    const types = datasources.map(({ type }) => type);
    for (const { file, templating, panels } of readDashboards()) {
      const variables = new Map(templating.list.map((one) => [one.name, one]));
      const source = variables.get('datasource');
      expect([source?.type, types.includes(String(source?.query))], file).toEqual(['datasource', true]);
      const text = JSON.stringify(panels);
      // Grafana's built-in variables begin with two underscores.
      for (const [, name = ''] of text.matchAll(/\$\{?(?!__)([a-z]\w*)/g)) {
        expect(variables.has(name), `${file}: $${name}`).toBe(true);
      }
    }
  });
});

it('each alert names a command that exists in the repository', () => {
  const commands = readAlerts().flatMap(({ annotations }) => annotations.command ?? []);
  expect(commands.length).toBeGreaterThan(30);
  for (const command of commands)
    expect(existsSync(join(root, command.split(' ')[1] ?? '')), command).toBe(true);
});

it('each alert and dashboard has a unique name', () => {
  const alerts = readAlerts().map(({ alert }) => alert);
  expect(new Set(alerts).size).toBe(alerts.length);
  const uids = readDashboards().map(({ uid }) => uid);
  expect(new Set(uids).size).toBe(uids.length);
});

it('each alert is tested in alerts.drill.e2e.test.ts or in a promtool file', () => {
  const places = [
    ...readdirSync(import.meta.dirname).map((file) => join(import.meta.dirname, file)),
    join(root, 'deploy/tests/e2e/alerts.drill.e2e.test.ts'),
  ].filter((file) => !file.endsWith('.long.test.ts'));
  const tried = places.map((file) => readFileSync(file, 'utf8')).join('\n');
  const untried = readAlerts().filter(({ alert }) => !new RegExp(`\\b${alert}\\b`).test(tried));
  expect(untried.map(({ alert }) => alert)).toEqual([]);
});
