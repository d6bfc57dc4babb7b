import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { chartFolder, manifestsIn, render } from './chart.ts';
import { createManifestValidator } from './kubernetes-schema.ts';
import { schemaVersions } from './kubernetes-versions.ts';
import { type Pod, podsOf } from './pods.ts';
import { networkPolicyEvaluator } from './reachability.ts';

const shown = manifestsIn(readFileSync(join(chartFolder, 'README.md'), 'utf8'));
const OURS = 'g2';

describe('the operators’ Job in the chart’s README', { timeout: 60_000 }, async () => {
  const chart = await render('production');
  const [pod] = podsOf(shown);
  const migration = podsOf(chart).find(({ part }) => part === 'migrate');
  if (!pod || !migration) throw new Error('there is no Job in the README, or no migration in the chart');

  it.each(schemaVersions)('is valid for Kubernetes %s, field by field', async (version) => {
    const judge = await createManifestValidator(version);
    expect(shown.map(({ kind }) => kind)).toEqual(['PersistentVolumeClaim', 'NetworkPolicy', 'Job']);
    expect(shown.flatMap(judge)).toEqual([]);
  });

  it('has the same security restrictions as the chart’s own jobs', () => {
    const facts = ({ spec }: Pod) => {
      const { securityContext, automountServiceAccountToken, enableServiceLinks, shareProcessNamespace } =
        spec;
      const own = spec.containers.map((one) => one.securityContext);
      return {
        securityContext,
        automountServiceAccountToken,
        enableServiceLinks,
        shareProcessNamespace,
        own,
      };
    };
    expect(facts(pod)).toEqual(facts(migration));
    expect(facts(pod).own).toHaveLength(1);
  });

  it('reaches only DNS, PostgreSQL, NATS and S3', () => {
    const allows = networkPolicyEvaluator([...chart, ...shown], OURS);
    const from = { name: 'tools', namespace: OURS, labels: pod.labels };
    const outside = { name: 'internet', address: '203.0.113.9' };
    const open = [25, 53, 80, 443, 4222, 5432, 8080].filter((port) => allows(from, outside, port));
    expect(open).toEqual([443, 4222, 5432]);
    expect(allows(from, { name: 'dns', namespace: 'kube-system', labels: {} }, 53, 'UDP')).toBe(true);
    for (const { part, labels } of podsOf(chart)) {
      const ours = { name: part, namespace: OURS, labels };
      expect(
        [443, 5432, 8080, 9090].filter((port) => allows(from, ours, port) || allows(ours, from, port)),
        part,
      ).toEqual([]);
    }
  });
});
