import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_ROUTES } from '@g2/gateway/contract/routes/all';
import { isErrorCode } from '@g2/terms/errors';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { type Matcher, parseMetrics, parsePromql, type Sample } from './promql.ts';
import { root } from './stack.ts';

const duration = z.string().regex(/^\d+[mh]$/);
const alertRule = z.strictObject({
  alert: z.string().regex(/^G2[A-Z]\w+$/),
  expr: z.string(),
  for: duration.optional(),
  labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
  annotations: z.strictObject({
    summary: z.string().regex(/^.+$/),
    runbook: z.string().regex(/^.{40,}$/, 'one line that says what to do'),
    command: z
      .string()
      .regex(/^node deploy\/ops\/[\w/-]+\.ts( [\w-]+)*$/, 'a command of operators')
      .optional(),
  }),
});
const recordingRule = z.strictObject({
  record: z.string().regex(/^g2:\w+:\w+$/),
  expr: z.string(),
  labels: z.strictObject({ slo: z.string() }).optional(),
});
const ruleFile = z.strictObject({
  groups: z
    .array(
      z.strictObject({
        name: z.string(),
        interval: duration.optional(),
        rules: z.array(z.union([alertRule, recordingRule])).min(1),
      }),
    )
    .min(1),
});
const panel = z.looseObject({
  title: z.string(),
  description: z.string().regex(/^.{20,}$/, 'a sentence that says what it shows'),
  datasource: z.object({ uid: z.string() }),
  fieldConfig: z.looseObject({ defaults: z.looseObject({ unit: z.string().min(1) }) }),
  targets: z
    .array(
      z.looseObject({
        expr: z.string(),
        legendFormat: z.string(),
        datasource: z.object({ uid: z.string() }),
      }),
    )
    .min(1),
});
const dashboard = z.looseObject({
  uid: z.string(),
  title: z.string(),
  templating: z.object({
    list: z.array(z.looseObject({ name: z.string(), type: z.string(), query: z.unknown() })),
  }),
  panels: z.array(panel),
});

export type AlertRule = z.infer<typeof alertRule>;
type Dashboard = z.infer<typeof dashboard> & { file: string };
/** A PromQL expression, the place where it is used, and the labels in the text shown with it. */
export type Expression = { where: string; text: string; shown: string[] };

const alertsFolder = join(root, 'helm/files/alerts');
const dashboardsFolder = join(root, 'helm/files/dashboards');

export const ruleFiles = (): string[] =>
  readdirSync(alertsFolder)
    .sort()
    .map((file) => join(alertsFolder, file));

/** @throws ZodError when a file does not fit the rule schema */
const readGroups = () =>
  ruleFiles().flatMap((file) => ruleFile.parse(parse(readFileSync(file, 'utf8'))).groups);
const readRules = () => readGroups().flatMap(({ rules }) => rules);

/** @throws ZodError when a file does not fit the rule schema */
export const readAlerts = (): AlertRule[] => readRules().filter((one) => 'alert' in one);

/** Series that recording rules create, in the shape of scraped samples. */
export const recordedSamples = (): Sample[] =>
  readRules().flatMap((one) =>
    'record' in one ? [{ name: one.record, labels: { slo: '' }, value: 0 }] : [],
  );

/** @throws ZodError when a file does not fit the dashboard schema */
export const readDashboards = (): Dashboard[] =>
  readdirSync(dashboardsFolder).map((file) => ({
    file,
    ...dashboard.parse(JSON.parse(readFileSync(join(dashboardsFolder, file), 'utf8'))),
  }));

/** All rules in one file, with every duration divided by `times` and unchanged thresholds. */
export function acceleratedRules(times: number): string {
  const shorter = (text: string) => {
    const [, count = '', unit = ''] = /^(\d+)([mhd])$/.exec(text) ?? [];
    const seconds = Number(count) * { m: 60, h: 3600, d: 86_400 }[unit as 'm' | 'h' | 'd'];
    return `${Math.max(1, Math.round(seconds / times))}s`;
  };
  const quick = (expr: string) =>
    expr
      .replaceAll(/\[(\d+[mhd])\]/g, (_, window: string) => `[${shorter(window)}]`)
      .replaceAll(/offset (\d+[mhd])/g, (_, back: string) => `offset ${shorter(back)}`);
  const groups = readGroups().map(({ name, rules }) => ({
    name,
    rules: rules.map((one) => ({
      ...one,
      expr: quick(one.expr),
      ...('for' in one && one.for ? { for: shorter(one.for) } : {}),
    })),
  }));
  return stringify({ groups });
}

const shownIn = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, label = '']) => label);

export function readExpressions(): Expression[] {
  const rules = readRules().map((one) => ({
    where: 'alert' in one ? `alert ${one.alert}` : one.record,
    text: one.expr,
    shown: 'alert' in one ? shownIn(one.annotations.summary, /\$labels\.(\w+)/g) : [],
  }));
  const panels = readDashboards().flatMap(({ file, panels }) =>
    panels.flatMap((one) =>
      one.targets.map(({ expr, legendFormat }) => ({
        where: `${file}, ${one.title}`,
        text: expr,
        shown: shownIn(legendFormat, /\{\{(\w+)\}\}/g),
      })),
    ),
  );
  return [...rules, ...panels].filter(({ text }) => !/^vector\([\d.]+\)$/.test(text));
}

/** Scrapes every program and adds the labels that Prometheus adds: `job` is the name of the program. */
export async function scrapeAll(urls: Readonly<Record<string, string>>): Promise<Sample[]> {
  const all = await Promise.all(
    Object.entries(urls).map(async ([job, url]) => {
      const samples = parseMetrics(await (await fetch(url)).text());
      // Prometheus adds the series `up` for a reachable target.
      return [{ name: 'up', labels: {}, value: 1 }, ...samples].map((sample) => ({
        ...sample,
        labels: { ...sample.labels, job, instance: url },
      }));
    }),
  );
  return all.flat();
}

/** Label values that are valid although no program of a healthy stack may have exposed them yet. */
const VALID_LABEL_VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  status: (value) => /^[1-5]xx$/.test(value),
  code: isErrorCode,
  method: (value) => /^(GET|POST|PUT|PATCH|DELETE)$/.test(value),
  route: (value) => ALL_ROUTES.some(([, { path }]) => path === value),
};

/** Returns the metrics, labels and label values in an expression that no program exposes. */
export function missingMetrics({ where, text, shown }: Expression, samples: readonly Sample[]): string[] {
  const { selectors, labels } = parsePromql(text);
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
  const unknownLabels = [...labels, ...shown].filter((label) => !known.has(label));
  const grouped = labels.length > 0 ? shown.filter((label) => !labels.includes(label)) : [];
  return [...missing, ...[...unknownLabels, ...grouped].map((label) => `${where}: no label ${label} here`)];
}

function missingFor({ label, operator, value }: Matcher, series: readonly Sample[]): string[] {
  if (!series.some(({ labels }) => label in labels)) return [`label ${label}`];
  // Grafana replaces variables, and a negative matcher may match nothing.
  if (value.startsWith('$') || operator.startsWith('!')) return [];
  const matches = (one: string, said = ''): boolean =>
    operator === '=' ? said === one : new RegExp(`^(?:${one})$`).test(said);
  const wanted = operator === '=' ? [value] : value.split('|');
  return wanted
    .filter(
      (one) => !series.some(({ labels }) => matches(one, labels[label])) && !VALID_LABEL_VALUES[label]?.(one),
    )
    .map((one) => `${label}="${one}"`);
}
