import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '@g2/kit/testing-ports';
import { stringify } from 'yaml';
import { z } from 'zod';
import { startChild, waitReady } from '../../../stack/child.ts';
import { isHealthy } from '../../../stack/probes.ts';

const labels = z.record(z.string(), z.string());
const alert = z.object({ labels, annotations: labels, state: z.enum(['pending', 'firing']) });
const answer = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), data: z.unknown() }),
  z.object({ status: z.literal('error'), error: z.string() }),
]);
const series = z.array(
  z.object({ metric: labels, value: z.tuple([z.number(), z.string().transform(Number)]) }),
);

export type FiringAlert = {
  name: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
};
type Series = { labels: Record<string, string>; value: number };

export type Prometheus = {
  /** @throws Error with Prometheus' message when it cannot evaluate the expression */
  query(expression: string): Promise<Series[]>;
  firing(): Promise<FiringAlert[]>;
  stop(): Promise<void>;
};

type PrometheusOptions = {
  program: string;
  folder: string;
  targets: Record<string, string>;
  rules: string;
};

/** Starts a real Prometheus that scrapes every 2 s and evaluates rules every second, so that alerts fire in seconds. */
export async function startPrometheus({
  program,
  folder,
  targets,
  rules,
}: PrometheusOptions): Promise<Prometheus> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'rules.yaml'), rules);
  const jobs = Object.entries(targets).map(([job, url]) => {
    const { host, pathname } = new URL(url);
    return { job_name: job, metrics_path: pathname, static_configs: [{ targets: [host] }] };
  });
  const config = {
    global: { scrape_interval: '2s', scrape_timeout: '2s', evaluation_interval: '1s' },
    rule_files: [join(folder, 'rules.yaml')],
    scrape_configs: jobs,
  };
  writeFileSync(join(folder, 'prometheus.yaml'), stringify(config));
  const at = `127.0.0.1:${await freePort()}`;
  const child = await startChild({
    name: 'prometheus',
    command: program,
    args: [
      `--config.file=${join(folder, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(folder, 'data')}`,
      `--web.listen-address=${at}`,
      '--log.level=warn',
    ],
    env: { PATH: process.env.PATH },
  });
  const ask = async (path: string): Promise<unknown> => {
    const body = answer.parse(await (await fetch(`http://${at}/api/v1/${path}`)).json());
    if (body.status === 'error') throw new Error(body.error);
    return body.data;
  };
  await waitReady(child, () => isHealthy(`http://${at}/-/ready`), 60_000);
  return {
    async query(expression) {
      const data = await ask(`query?${new URLSearchParams({ query: expression }).toString()}`);
      const { result } = z.object({ resultType: z.literal('vector'), result: series }).parse(data);
      return result.map(({ metric, value }) => ({ labels: metric, value: value[1] }));
    },
    async firing() {
      const { alerts } = z.object({ alerts: z.array(alert) }).parse(await ask('alerts'));
      return alerts
        .filter(({ state }) => state === 'firing')
        .map(({ labels: { alertname = '', ...rest }, annotations }) => ({
          name: alertname,
          labels: rest,
          annotations,
        }));
    },
    stop: () => child.stop(),
  };
}
