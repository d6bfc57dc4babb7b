import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { render } from '../../kubernetes/chart.ts';
import { findBinary } from '../../stack/binaries.ts';

const promtool = await findBinary('promtool').catch((error: Error) => {
  console.log(`the chart's rules are not tried by promtool: ${error.message}`);
  return undefined;
});
const sample = z.looseObject({ labels: z.string() });
const world = z.looseObject({
  rule_files: z.array(z.string()),
  tests: z.array(
    z.looseObject({
      input_series: z.array(z.object({ series: z.string(), values: z.union([z.string(), z.number()]) })),
      promql_expr_test: z.array(z.looseObject({ expr: z.string(), exp_samples: z.array(sample) })),
    }),
  ),
});
const monitored = z.looseObject({
  kind: z.string(),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.unknown().optional(),
  data: z.record(z.string(), z.string()).default({}),
});
const NAMESPACE = 'default';
const NONE = { labels: '{}', value: 0 };
const monitoring = {
  'monitoring.serviceMonitor.enabled': true,
  'monitoring.prometheusRule.enabled': true,
  'monitoring.dashboards.enabled': true,
};

describe.skipIf(!promtool)(
  '[own-namespace] the chart’s rules in a Prometheus shared by several installations',
  {
    timeout: 300_000,
  },
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'g2-rules-'));
    afterAll(() => rmSync(folder, { recursive: true }));
    const objects: z.infer<typeof monitored>[] = [];
    beforeAll(async () => {
      objects.push(
        ...(await render('production', { values: monitoring })).map((one) => monitored.parse(one)),
      );
      for (const { kind, metadata, spec } of objects) {
        if (kind !== 'PrometheusRule') continue;
        writeFileSync(join(folder, `${metadata.name.replace(/^g2-/, '')}.yaml`), stringify(spec));
      }
    });
    /** Runs a promtool test file against the chart's rules, with every series labelled with this namespace. */
    const run = (file: string, namespace: string): string => {
      // Quotes the values: YAML would read promtool's repeat syntax, such as 0x60, as a number.
      const text = readFileSync(join(import.meta.dirname, file), 'utf8').replaceAll(
        /values: ([^'}\n]+?)( \}|$)/gm,
        "values: '$1'$2",
      );
      const it = world.parse(parse(text));
      it.rule_files = it.rule_files.map((path) => path.replace(/^.*\//, ''));
      const inNamespace = (selector: string) => selector.replace('{', `{namespace="${namespace}",`);
      for (const test of it.tests) {
        for (const one of test.input_series) one.series = inNamespace(one.series);
        // Queries of recorded series are removed, because they would return the namespace label too.
        test.promql_expr_test = test.promql_expr_test.filter(({ expr }) => expr.includes('ALERTS'));
        for (const one of test.promql_expr_test) {
          if (namespace !== NAMESPACE) one.exp_samples = one.expr.endsWith('vector(0)') ? [NONE] : [];
          if (!one.expr.startsWith('ALERTS')) continue; // counted, by other labels
          for (const expected of one.exp_samples) expected.labels = inNamespace(expected.labels);
        }
      }
      writeFileSync(join(folder, `${namespace}.${file}`), stringify(it));
      const command = ['test', 'rules', `${namespace}.${file}`];
      return execFileSync(promtool ?? '', command, { cwd: folder, encoding: 'utf8' });
    };
    const promtoolFiles = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.promtool.yaml'));

    it.each(promtoolFiles)('fires as %s expects in its own namespace, and never in another', (file) => {
      expect(run(file, NAMESPACE)).toContain('SUCCESS');
      expect(run(file, 'neighbour')).toContain('SUCCESS');
    });

    it('queries only its own namespace in every rule, panel and variable', () => {
      const dashboards = objects
        .filter(({ metadata }) => metadata.name.startsWith('g2-dashboard'))
        .flatMap(({ data }) => Object.values(data));
      expect(dashboards).toHaveLength(4);
      const asked = dashboards.flatMap((text) =>
        [...text.matchAll(/"(?:expr|query)": "((?:[^"\\]|\\.)*)"/g)].map(([, expression = '']) => expression),
      );
      const expressions = [
        ...asked.filter((one) => one !== 'prometheus').map((one) => JSON.parse(`"${one}"`) as string),
        ...objects.filter(({ kind }) => kind === 'PrometheusRule').flatMap(({ spec }) => expressionsOf(spec)),
      ];
      expect(expressions.length).toBeGreaterThan(100);
      for (const expression of expressions) {
        // Names of series, each with its label matchers if it has any.
        const names = expression.match(/\b(?:g2[_:][\w:]+|up|process_\w+|nodejs_\w+)(?:\{[^}]*\})?/g) ?? [];
        for (const name of names) expect(name, expression).toContain(`{namespace="${NAMESPACE}"`);
      }
      const files = objects.flatMap(({ data }) => Object.keys(data)).filter((name) => name.endsWith('.json'));
      for (const file of files) expect(file).toMatch(new RegExp(`^${NAMESPACE}-[a-z-]+\\.json$`));
      const uids = dashboards.map((text) => (JSON.parse(text) as { uid: string }).uid);
      for (const uid of uids) expect(uid).toMatch(/^g2-[a-z]+-[0-9a-f]{8}$/);
    });
  },
);

function expressionsOf(spec: unknown): string[] {
  const rule = z.object({ expr: z.string(), labels: z.object({ namespace: z.literal(NAMESPACE) }).loose() });
  const file = z.object({ groups: z.array(z.object({ rules: z.array(rule) })) });
  return file.parse(spec).groups.flatMap(({ rules }) => rules.map(({ expr }) => expr));
}
