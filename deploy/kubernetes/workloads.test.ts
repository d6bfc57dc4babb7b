import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { KEEP_ALIVE_MS } from '../../gateway/src/app.ts';
import { GATEWAY_DRAIN_MS } from '../stack/programs.ts';
import { type KubernetesObject, render, root, setNames } from './chart.ts';
import { containersOf, type Pod, podsOf, settingOf } from './pods.ts';

const PROGRAMS = ['certificate', 'gateway', 'identity', 'payment-credit', 'registration', 'storage-hashing'];
const selector = z.looseObject({ matchLabels: z.record(z.string(), z.string()) });
const ofKind = (objects: KubernetesObject[], kind: string) => objects.filter((it) => it.kind === kind);
const partOf = ({ metadata }: KubernetesObject) => metadata.labels['app.kubernetes.io/name'] ?? '';

/** Whether a pod keeps running, unlike one of a job. */
const isServer = ({ kind }: Pod) => kind === 'Deployment' || kind === 'StatefulSet';

it('compose and the chart give a gateway the same drain time', () => {
  const compose: unknown = parse(readFileSync(join(root, 'docker-compose.yml'), 'utf8'), {
    merge: true,
    maxAliasCount: -1,
  });
  expect(compose).toMatchObject({
    services: { gateway: { environment: { SHUTDOWN_DRAIN_MS: GATEWAY_DRAIN_MS } } },
  });
});

describe.each(setNames)('the chart with the %s values', async (set) => {
  const objects = await render(set);
  const pods = podsOf(objects);
  const servers = pods.filter(isServer);
  const programs = pods.filter(({ kind, part }) => kind === 'Deployment' && PROGRAMS.includes(part));
  const each = pods.map((pod) => [`${pod.kind} ${pod.name}`, pod] as const);

  it('contains six programs, their migrations and one test pod', () => {
    expect(programs.map(({ part }) => part).sort()).toEqual(PROGRAMS);
    const jobs = pods.filter(({ kind, part }) => kind === 'Job' && part === 'migrate');
    expect(jobs.map(({ spec }) => spec.containers[0]?.command?.at(-1) ?? '').sort()).toEqual(
      PROGRAMS.filter((name) => name !== 'gateway'),
    );
    expect(pods.filter(({ kind }) => kind === 'Pod')).toHaveLength(1);
  });

  it.each(each)('gives a restricted security context to %s', (_, pod) => {
    expect(pod.spec.securityContext).toMatchObject({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    });
    expect(pod.spec.securityContext?.runAsUser).toBeGreaterThan(0);
    expect([pod.spec.hostNetwork, pod.spec.hostPID, pod.spec.hostIPC]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    expect(pod.spec.volumes.filter((volume) => 'hostPath' in volume)).toEqual([]);
    for (const container of containersOf(pod)) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
    }
    expect(pod.spec).toMatchObject({ automountServiceAccountToken: false, enableServiceLinks: false });
  });

  const ours = each.filter(([, { part }]) => !['postgresql', 'nats', 'minio'].includes(part));
  it.each(ours)('[not-first] shares the process namespace, so that no program is PID 1: %s', (_, pod) => {
    expect(pod.spec.shareProcessNamespace).toBe(true);
  });

  it.each(each)('requests no more resources than the limits of %s', (_, pod) => {
    for (const { resources } of containersOf(pod)) {
      expect(Object.keys(resources?.requests ?? {}).sort()).toEqual(['cpu', 'ephemeral-storage', 'memory']);
      for (const of of ['memory', 'ephemeral-storage']) {
        expect(resources?.limits[of]).toBeDefined();
        expect(bytes(resources?.limits[of])).toBeGreaterThanOrEqual(bytes(resources?.requests[of]));
      }
    }
  });

  it.each(each)('uses a versioned image and no variable twice in %s', (_, pod) => {
    for (const { image, env } of containersOf(pod)) {
      expect(image).toMatch(/^[^\s:]+(:\d+\/[^\s:]+)?:[\w.-]+$/);
      expect(image).not.toMatch(/:latest$/);
      expect(env.map(({ name }) => name).filter((name, at, all) => all.indexOf(name) !== at)).toEqual([]);
    }
  });

  it.each(each)('mounts exactly the declared volumes of %s', (_, pod) => {
    const mounted = containersOf(pod).flatMap(({ volumeMounts }) => volumeMounts.map(({ name }) => name));
    const claims = pod.kind === 'StatefulSet' ? ['data'] : [];
    const volumes = [...pod.spec.volumes.map(({ name }) => name), ...claims];
    expect([...new Set(mounted)].sort()).toEqual(volumes.sort());
  });

  it.each(servers.map((pod) => [pod.name, pod] as const))(
    'sets the startup, readiness and liveness probes of %s',
    (_, { spec }) => {
      for (const container of spec.containers) {
        const { startupProbe, readinessProbe, livenessProbe, ports } = container;
        for (const probe of [startupProbe, readinessProbe, livenessProbe]) {
          expect(Object.keys(probe ?? {}).filter((key) => /^(httpGet|grpc|exec)$/.test(key))).toHaveLength(1);
          const at = probe?.httpGet?.port ?? probe?.grpc?.port;
          const known = ports.flatMap(({ name, containerPort }) => [name, containerPort]);
          // The container does not declare NATS' monitoring port, which no other pod may reach.
          if (at !== undefined && at !== 8222) expect(known).toContain(at);
        }
      }
    },
  );

  it.each(programs.map((pod) => [pod.part, pod] as const))(
    'sets shutdown times and rollout so that no request is lost: %s',
    (part, pod) => {
      const [container] = pod.spec.containers;
      const grace = pod.spec.terminationGracePeriodSeconds ?? 0;
      expect(grace).toBeGreaterThanOrEqual(part === 'gateway' || part === 'storage-hashing' ? 3600 : 30);
      const stop = Number(settingOf(container, 'SHUTDOWN_GRACE_MS'));
      // terminationGracePeriodSeconds must cover preStop's 5 s, SHUTDOWN_GRACE_MS, and 5 s that the program adds to it.
      expect(stop).toBeGreaterThan(0);
      expect(stop + 10_000).toBeLessThanOrEqual(grace * 1000);
      // A gateway that stops still serves for this time, the same as in compose and the fault tests.
      expect(settingOf(container, 'SHUTDOWN_DRAIN_MS')).toBe(
        part === 'gateway' ? GATEWAY_DRAIN_MS : undefined,
      );
      if (part === 'gateway') {
        // Node.js closes an idle connection one second after the keep-alive time-out.
        expect(Number(settingOf(container, 'SHUTDOWN_KEPT_MS'))).toBeGreaterThan(KEEP_ALIVE_MS + 1_000);
      }
      expect(container?.lifecycle?.preStop).toEqual({ exec: { command: ['sleep', '5'] } });
      expect(container?.livenessProbe?.httpGet?.path).toBe('/livez');
      expect(container?.readinessProbe?.httpGet?.path).toBe('/readyz');
      if (part !== 'gateway') expect(container?.startupProbe?.grpc).toEqual({ port: 9090 });
      expect(pod.spec.topologySpreadConstraints.map(({ topologyKey }) => topologyKey)).toEqual([
        'kubernetes.io/hostname',
        'topology.kubernetes.io/zone',
      ]);
      const deployment = ofKind(objects, 'Deployment').find((it) => partOf(it) === part);
      expect(deployment?.spec).toMatchObject({
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
        // Twice the cache time of cluster DNS (5 s by default).
        minReadySeconds: 10,
        selector: { matchLabels: { 'app.kubernetes.io/name': part, 'app.kubernetes.io/instance': 'g2' } },
      });
    },
  );

  it('sets the replicas of the values and a disruption budget for each scaled program', () => {
    const scaled = ofKind(objects, 'HorizontalPodAutoscaler').map(partOf);
    const guarded = ofKind(objects, 'PodDisruptionBudget').map(partOf);
    const wanted = set === 'demo' ? [] : PROGRAMS;
    expect(scaled.sort()).toEqual(wanted);
    expect(guarded.sort()).toEqual(wanted);
    for (const budget of ofKind(objects, 'PodDisruptionBudget')) {
      const { matchLabels } = selector.parse(z.looseObject({ selector }).parse(budget.spec).selector);
      expect(pods.filter((pod) => matches(pod.labels, matchLabels)).map(({ part }) => part)).toEqual([
        partOf(budget),
      ]);
    }
    for (const budget of ofKind(objects, 'PodDisruptionBudget')) {
      expect(budget.spec).toMatchObject({ unhealthyPodEvictionPolicy: 'AlwaysAllow' });
    }
    for (const deployment of ofKind(objects, 'Deployment')) {
      // Helm renders without a running cluster, so the autoscaler's minimum of replicas is set.
      const { replicas } = z.looseObject({ replicas: z.number() }).parse(deployment.spec);
      const scaler = ofKind(objects, 'HorizontalPodAutoscaler').find(
        (it) => partOf(it) === partOf(deployment),
      );
      expect(replicas).toBe(
        scaler ? z.looseObject({ minReplicas: z.number() }).parse(scaler.spec).minReplicas : 1,
      );
    }
  });

  it('gives each workload a ServiceAccount without a token', () => {
    const accounts = ofKind(objects, 'ServiceAccount');
    for (const account of accounts) expect(account.automountServiceAccountToken).toBe(false);
    const names = accounts.map(({ metadata }) => metadata.name);
    for (const { kind, spec } of pods) {
      if (kind !== 'Pod') expect(names).toContain(spec.serviceAccountName);
    }
  });

  it('has one Service per program, without a cluster IP for gRPC', () => {
    const services = ofKind(objects, 'Service').map((it) => ({
      name: it.metadata.name,
      part: partOf(it),
      spec: z
        .looseObject({
          clusterIP: z.string().optional(),
          selector: z.record(z.string(), z.string()),
          ports: z.array(z.looseObject({ name: z.string().optional(), port: z.number() })),
        })
        .parse(it.spec),
    }));
    for (const part of PROGRAMS) {
      const [own, ...more] = services.filter((it) => it.part === part);
      expect(more).toEqual([]);
      expect(own?.name).toBe(`g2-${part}`);
      const found = pods.filter(({ labels }) => matches(labels, own?.spec.selector ?? { none: '' }));
      expect(found.map(({ kind, name }) => `${kind} ${name}`)).toEqual([`Deployment g2-${part}`]);
      const ports = own?.spec.ports.map(({ port }) => port).sort((one, other) => one - other);
      expect(own?.spec.clusterIP).toBe(part === 'gateway' ? undefined : 'None');
      expect(ports).toEqual(part === 'gateway' ? [8080, 9464] : [8080, 9090, 9464]);
    }
  });

  it('keeps every password and key in a Secret', () => {
    const SECRET = /DATABASE_URL|NATS_URL|SMTP_URL|SECRET|PASSWORD|ACCESS_KEY|PUBLISHABLE_KEY|KEY_SEED/;
    for (const pod of pods) {
      for (const { name, value } of containersOf(pod).flatMap(({ env }) => env)) {
        if (SECRET.test(name)) expect(value, `${pod.name} ${name}`).toBeUndefined();
        expect(value ?? '').not.toMatch(/^(sk|rk|whsec)_|:\/\/[^/\s]+:[^/\s]+@/);
      }
    }
    const secrets = ofKind(objects, 'Secret');
    // Only the demo creates Secrets. In other installations the operator creates them.
    expect(secrets.length > 0).toBe(set === 'demo');
    for (const { data } of ofKind(objects, 'ConfigMap')) {
      expect(JSON.stringify(data)).not.toMatch(/:\/\/[^/\s"]+:[^/\s"]+@|BEGIN [A-Z ]*PRIVATE/);
    }
  });
});

function matches(labels: Record<string, string>, wanted: Record<string, string>): boolean {
  return Object.entries(wanted).every(([key, value]) => labels[key] === value);
}

function bytes(quantity: string | number | undefined): number {
  const [, count = 'NaN', unit = ''] = /^(\d+)(Ki|Mi|Gi)?$/.exec(String(quantity)) ?? [];
  return Number(count) * { '': 1, Ki: 1024, Mi: 1024 ** 2, Gi: 1024 ** 3 }[unit as '' | 'Ki' | 'Mi' | 'Gi'];
}
