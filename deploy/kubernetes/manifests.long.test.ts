import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartFolder, helm, readObjects, render, setNames, valueSets } from './chart.ts';
import { createManifestValidator } from './kubernetes-schema.ts';
import { schemaVersions } from './kubernetes-versions.ts';

/** Every setting that a program can have. */
const SETTINGS = {
  serviceAccount: { labels: { a: 'b' }, annotations: { 'cloud.example.com/role': 'g2' } },
  deployment: { labels: { a: 'b' }, annotations: { c: 'd' } },
  service: { labels: { a: 'b' }, annotations: { c: 'd' } },
  podLabels: { a: 'b' },
  podAnnotations: { c: 'd' },
  extraEnv: [{ name: 'EXTRA', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }],
  extraEnvFrom: [{ secretRef: { name: 'more' } }],
  extraVolumes: [{ name: 'more', configMap: { name: 'more' } }],
  extraVolumeMounts: [{ name: 'more', mountPath: '/more', readOnly: true }],
  nodeSelector: { disk: 'ssd' },
  tolerations: [{ key: 'own', operator: 'Exists' }],
  affinity: { podAntiAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  priorityClassName: 'own',
  topologySpreadConstraints: [{ maxSkew: 1, topologyKey: 'rack', whenUnsatisfiable: 'ScheduleAnyway' }],
};

/** Switches on everything that the three sets of values leave off. */
const EVERYTHING = {
  httpRoute: {
    enabled: true,
    parentRefs: [{ name: 'public', namespace: 'gateways', sectionName: 'https' }],
    hostnames: ['registro.example.com'],
    requestTimeout: '3600s',
  },
  nodeSelector: { 'kubernetes.io/arch': 'amd64' },
  tolerations: [{ key: 'dedicated', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [] } },
  priorityClassName: 'registro',
  podAnnotations: { 'example.com/team': 'registro' },
  insideTls: { enabled: true },
  secretsRevision: '2',
  privateCA: { configMap: 'authorities', secret: '', key: 'ca.crt' },
  image: {
    registry: 'registry.example.com/g2',
    tag: '',
    digests: { gateway: `sha256:${'a'.repeat(64)}` },
    pullPolicy: 'Always',
    pullSecrets: ['one'],
  },
  global: { imagePullSecrets: ['two'] },
  common: SETTINGS,
};

const FULL = ['ingress', { values: EVERYTHING }] as const;
const SETS = [
  ...setNames.map((name) => [name, { values: {} }] as const),
  ['demo', { values: { 'insideTls.enabled': true } }] as const,
  FULL,
];

// A long time-out: the first run downloads the schemas of each version.
describe('the rendered chart', { timeout: 300_000 }, () => {
  it.each(setNames)('passes helm lint --strict with the %s values', async (set) => {
    const output = await helm('lint', '--strict', '.', ...valueSets[set].flatMap((file) => ['-f', file]));
    expect(output).toContain('0 chart(s) failed');
  });

  it.each(schemaVersions)('is valid for Kubernetes %s, field by field', async (version) => {
    const judge = await createManifestValidator(version);
    for (const [set, { values }] of SETS) {
      const objects = await render(set, { values, kubeVersion: `${version}.0` });
      const wrong = objects.flatMap((object) =>
        judge(object).map((line) => `${set} ${object.kind} ${object.metadata.name}${line}`),
      );
      expect(wrong).toEqual([]);
      const names = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
    }
    const everything = await render(...FULL);
    const kinds = new Set(everything.map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual([
      'BackendTLSPolicy',
      'Certificate',
      'ConfigMap',
      'Deployment',
      'HTTPRoute',
      'HorizontalPodAutoscaler',
      'Ingress',
      'Issuer',
      'Job',
      'NetworkPolicy',
      'Pod',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Service',
      'ServiceAccount',
      'ServiceMonitor',
    ]);
  });

  it('[examples-judged] has examples with only valid fields', async () => {
    const judge = await createManifestValidator('1.35');
    const examples = readdirSync(join(chartFolder, 'examples')).filter((file) =>
      file.endsWith('.manifests.yaml'),
    );
    // No Go module contains the schemas of these kinds.
    const unjudged = ['ClientTrafficPolicy', 'GitRepository', 'HelmRelease'];
    const seen: string[] = [];
    for (const file of examples) {
      for (const object of readObjects(readFileSync(join(chartFolder, 'examples', file), 'utf8'))) {
        seen.push(object.kind);
        if (!unjudged.includes(object.kind)) expect(judge(object), `${file} ${object.kind}`).toEqual([]);
      }
    }
    expect(seen.sort()).toEqual([...unjudged, 'Application', 'Cluster', 'Gateway', 'GatewayClass'].sort());
  });

  it('renders the same for different Kubernetes versions', async () => {
    const own = await render('production');
    const newest = await render('production', { kubeVersion: '1.34.0' });
    expect(newest).toEqual(own);
  });

  it('a misspelt, mistyped or missing field fails validation at any depth', async () => {
    const judge = await createManifestValidator('1.35');
    const text = await helm('template', 'g2', '.', ...valueSets.ingress.flatMap((file) => ['-f', file]));
    const spoil = (from: string | RegExp, to: string): string[] => {
      const spoilt = text.replace(from, to);
      expect(spoilt).not.toBe(text);
      return readObjects(spoilt).flatMap(judge);
    };
    expect(spoil('terminationGracePeriodSeconds:', 'terminationGracePeriod:').join()).toMatch(
      /must NOT have additional properties: terminationGracePeriod/,
    );
    expect(spoil('containerPort: 8080', 'containerPort: http').join()).toMatch(
      /containerPort must be integer/,
    );
    expect(spoil('failureThreshold: 150', 'failureTreshold: 150').join()).toMatch(/failureTreshold/);
    expect(spoil('jobLabel:', 'joblabel:').join()).toMatch(/joblabel/);
    expect(spoil('pathType: Exact, ', '').join()).toMatch(/must have required property 'pathType'/);
    expect(spoil('app.kubernetes.io/part-of: g2', 'app.kubernetes.io/part-of: g2/').join()).toMatch(/label/);
    const twice = text.replace(
      'revisionHistoryLimit: 5',
      'revisionHistoryLimit: 5\n  revisionHistoryLimit: 5',
    );
    expect(() => readObjects(twice)).toThrow(/Map keys must be unique/);
  });
});
