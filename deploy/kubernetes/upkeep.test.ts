import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { chartFolder } from './chart.ts';
import { schemaVersions } from './kubernetes-versions.ts';
import { valueRows } from './readme.ts';

const read = (name: string) => readFileSync(join(chartFolder, name), 'utf8');
const chart = z
  .looseObject({
    version: z.string().regex(/^\d+\.\d+\.\d+$/),
    appVersion: z.string().regex(/^\d+\.\d+\.\d+$/),
    kubeVersion: z.string(),
    maintainers: z.array(z.object({ name: z.string().min(1), email: z.email() })).min(1),
  })
  .parse(parse(read('Chart.yaml')));

it('the README states the supported Kubernetes version and the upgrade to the chart’s version', () => {
  expect(chart.kubeVersion).toBe(`>=${schemaVersions[0]}.0-0`);
  expect(read('README.md')).toContain(`Kubernetes ${schemaVersions[0]} or newer`);
  const [, upgrading = ''] = read('README.md').split('## Upgrading');
  expect(upgrading).toContain(`To ${chart.version.replace(/\.\d+$/, '')}`);
});

it('every top-level section of values.yaml has a description', () => {
  const sections = new Map<string, string[]>();
  for (const { path, about } of valueRows(read('values.yaml'))) {
    const [section = ''] = path.split('.');
    sections.set(section, [...(sections.get(section) ?? []), about]);
  }
  expect([...sections].filter(([, abouts]) => !abouts.some(Boolean)).map(([section]) => section)).toEqual([]);
});
