import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { z } from 'zod';
import { findBinary } from '../stack/binaries.ts';
import { chartFolder, helm, setNames, valueSets } from './chart.ts';

/** Accepted critical findings, each with a reason in the chart's README ("What kube-score says"). */
const ARGUED = {
  'container-security-context-user-group-id': 'Container Security Context User Group ID',
  'container-resources': 'Container Resources, CPU limit',
  'container-image-pull-policy': 'Container Image Pull Policy',
  'deployment-targeted-by-hpa-does-not-have-replicas-configured':
    'Deployment targeted by HPA configures replicas',
  'pod-probes-identical': 'Pod Probes Identical',
};

const report = z.array(
  z.looseObject({
    object_name: z.string(),
    checks: z.array(
      z.looseObject({
        check: z.looseObject({ id: z.string() }),
        grade: z.number(),
        skipped: z.boolean(),
        comments: z.array(z.looseObject({ summary: z.string(), path: z.string() })).nullable(),
      }),
    ),
  }),
);
const CRITICAL = 1;
const folder = mkdtempSync(join(tmpdir(), 'g2-score-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** kube-score's critical findings, as "<check>: <object>: <what>". */
async function findings(manifests: string): Promise<string[]> {
  const file = join(folder, 'manifests.yaml');
  writeFileSync(file, manifests);
  const program = await findBinary('kube-score');
  // kube-score exits with 1 on any finding, so its exit code is ignored.
  const output = await new Promise<string>((resolve) => {
    execFile(program, ['score', '-o', 'json', file], { maxBuffer: 64 << 20 }, (_, out) => resolve(out));
  });
  return report
    .parse(JSON.parse(output))
    .flatMap(({ object_name: name, checks }) =>
      checks
        .filter(({ grade, skipped }) => grade === CRITICAL && !skipped)
        .flatMap(({ check, comments }) =>
          (comments ?? []).map(({ summary, path }) => `${check.id}: ${name}: ${path} ${summary}`),
        ),
    );
}

const seen = new Set<string>();

it.each(setNames)(
  'kube-score reports only critical findings that the README explains, with the %s values',
  { timeout: 600_000 },
  async (set) => {
    const values = valueSets[set].flatMap((file) => ['-f', file]);
    const found = await findings(await helm('template', 'g2', '.', '-n', 'g2', ...values));
    const kinds = found.map((line) => line.split(':')[0] ?? '');
    for (const kind of kinds) seen.add(kind);
    expect(found.filter((_, index) => !Object.hasOwn(ARGUED, kinds[index] ?? ''))).toEqual([]);
    // Without any finding, kube-score has probably not read the manifests.
    expect(found).not.toEqual([]);
  },
);

it('the README explains exactly the findings of kube-score', () => {
  const readme = readFileSync(join(chartFolder, 'README.md'), 'utf8');
  for (const title of Object.values(ARGUED)) expect(readme).toContain(`*${title}*`);
  expect(seen).toEqual(new Set(Object.keys(ARGUED)));
});
