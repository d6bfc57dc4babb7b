import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isErrorCode } from '@g2/terms/errors';
import { parse } from 'yaml';
import { z } from 'zod';
import { type Matcher, readPromql, readScrape, type Sample } from './promql.ts';
import { root } from './stack.ts';

const rule = z.strictObject({
  alert: z.string().regex(/^G2[A-Z]\w+$/),
  expr: z.string(),
  for: z
    .string()
    .regex(/^\d+[mh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({
    summary: z.string().regex(/^.+$/),
    runbook: z.string().regex(/^.{40,}$/, 'one line that says what to do'),
  }),
});
const ruleFile = z.strictObject({
  groups: z.array(z.strictObject({ name: z.string(), rules: z.array(rule).min(1) })).min(1),
});
const dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  panels: z.array(
    z.looseObject({
      title: z.string(),
      targets: z.array(z.looseObject({ expr: z.string(), legendFormat: z.string() })).min(1),
    }),
  ),
});

export type AlertRule = z.infer<typeof rule>;
/** An expression, where it stands, and the labels that the text beside it shows. */
export type Expression = { where: string; text: string; shown: string[] };

/** @throws ZodError when the file is no rule file of ours */
export const readAlerts = (): AlertRule[] =>
  ruleFile
    .parse(parse(readFileSync(join(root, 'helm/files/alerts/g2.yaml'), 'utf8')))
    .groups.flatMap(({ rules }) => rules);

const shownIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, label = '']) => label);

/** Every expression of the alert rules and of the dashboards. */
export function readExpressions(): Expression[] {
  const alerts = readAlerts().map(({ alert, expr, annotations }) => ({
    where: `alert ${alert}`,
    text: expr,
    shown: shownIn(annotations.summary, /\$labels\.(\w+)/g),
  }));
  const folder = join(root, 'helm/files/dashboards');
  const panels = readdirSync(folder).flatMap((file) =>
    dashboard.parse(JSON.parse(readFileSync(join(folder, file), 'utf8'))).panels.flatMap((panel) =>
      panel.targets.map(({ expr, legendFormat }) => ({
        where: `${file}, ${panel.title}`,
        text: expr,
        shown: shownIn(legendFormat, /\{\{(\w+)\}\}/g),
      })),
    ),
  );
  return [...alerts, ...panels];
}

/** What each program exposes, with the label that the scraper gives it: `job` is the program. */
export async function scrapeAll(urls: Readonly<Record<string, string>>): Promise<Sample[]> {
  const all = await Promise.all(
    Object.entries(urls).map(async ([job, url]) => {
      const samples = readScrape(await (await fetch(url)).text());
      // Prometheus' own word on a target that answers.
      return [{ name: 'up', labels: {}, value: 1 }, ...samples].map((sample) => ({
        ...sample,
        labels: { ...sample.labels, job, instance: url },
      }));
    }),
  );
  return all.flat();
}

/** Values that a label may have though a healthy stack shows none of them. */
const POSSIBLE: Readonly<Record<string, (value: string) => boolean>> = {
  status: (value) => /^[1-5]xx$/.test(value),
  code: isErrorCode,
};

/** What an expression names that no program exposes; empty when all is there. */
export function missingIn({ where, text, shown }: Expression, samples: readonly Sample[]): string[] {
  const { selectors, labels } = readPromql(text);
  const missing: string[] = selectors.length === 0 ? [`${where}: names no metric`] : [];
  const known = new Set(['job', 'instance']);
  for (const { metric, matchers } of selectors) {
    const series = samples.filter(({ name }) => name === metric);
    if (series.length === 0) missing.push(`${where}: no program exposes ${metric}`);
    for (const one of series) for (const label of Object.keys(one.labels)) known.add(label);
    for (const matcher of matchers) {
      missing.push(...missingFor(matcher, series).map((what) => `${where}: ${metric} has no ${what}`));
    }
  }
  const strange = [...labels, ...shown].filter((label) => !known.has(label));
  const grouped = labels.length > 0 ? shown.filter((label) => !labels.includes(label)) : [];
  return [...missing, ...[...strange, ...grouped].map((label) => `${where}: no label ${label} here`)];
}

function missingFor({ label, operator, value }: Matcher, series: readonly Sample[]): string[] {
  if (!series.some(({ labels }) => label in labels)) return [`label ${label}`];
  // Grafana fills in what there is; what is left out need not be there.
  if (value.startsWith('$') || operator.startsWith('!')) return [];
  const wanted = operator === '=' ? [value] : value.split('|');
  return wanted
    .filter((one) => !series.some(({ labels }) => labels[label] === one) && !POSSIBLE[label]?.(one))
    .map((one) => `${label}="${one}"`);
}
