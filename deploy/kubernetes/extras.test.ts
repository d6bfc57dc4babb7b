import { describe, expect, it } from 'vitest';
import { type KubernetesObject, render, renderError } from './chart.ts';
import { podsOf, settingOf } from './pods.ts';

const SLOW = { timeout: 60_000 };
const PROGRAMS = ['certificate', 'gateway', 'identity', 'payment-credit', 'registration', 'storage-hashing'];
const named = (objects: KubernetesObject[], kind: string, name: string) =>
  objects.find((it) => it.kind === kind && it.metadata.name === name);
const programsOf = (objects: KubernetesObject[]) =>
  podsOf(objects).filter(({ kind }) => kind === 'Deployment');

describe('extra values for the programs', SLOW, () => {
  it('combine the common value with each program’s own value', async () => {
    const objects = await render('production', {
      values: {
        'common.extraEnv': [{ name: 'HTTPS_PROXY', value: 'http://proxy:3128' }],
        'programs.gateway.extraEnv': [{ name: 'PDFS_PER_MINUTE', value: '30' }],
        'common.podLabels': { team: 'registro', tier: 'back' },
        'programs.gateway.podLabels': { tier: 'edge' },
        'common.priorityClassName': 'usual',
        'programs.gateway.priorityClassName': 'high',
        'common.extraVolumes': [{ name: 'more', emptyDir: {} }],
        'common.extraVolumeMounts': [{ name: 'more', mountPath: '/more' }],
      },
    });
    for (const { part, labels, spec } of programsOf(objects)) {
      const [container] = spec.containers;
      const own = part === 'gateway';
      expect(settingOf(container, 'HTTPS_PROXY')).toBe('http://proxy:3128');
      expect(settingOf(container, 'PDFS_PER_MINUTE')).toBe(own ? '30' : undefined);
      expect(labels).toMatchObject({ team: 'registro', tier: own ? 'edge' : 'back' });
      expect(spec.priorityClassName).toBe(own ? 'high' : 'usual');
      expect(container?.volumeMounts.map(({ name }) => name)).toContain('more');
    }
    // A migration also gets the settings of its service.
    const [migration] = podsOf(objects).filter(({ part }) => part === 'migrate');
    expect(settingOf(migration?.spec.containers[0], 'HTTPS_PROXY')).toBe('http://proxy:3128');
    expect(migration?.spec.volumes.map(({ name }) => name)).toContain('more');
  });

  it('set labels and annotations on the named kind of object', async () => {
    const both = (word: string) => ({ labels: { l: word }, annotations: { a: word } });
    const objects = await render('production', {
      values: {
        'common.serviceAccount': both('account'),
        'common.deployment': both('deployment'),
        'common.service': both('service'),
        podAnnotations: { a: 'old', b: 'kept' },
        'common.podAnnotations': { a: 'pod' },
        secretsRevision: '7',
      },
    });
    for (const part of PROGRAMS) {
      for (const [kind, word] of Object.entries({
        ServiceAccount: 'account',
        Deployment: 'deployment',
        Service: 'service',
      })) {
        expect(named(objects, kind, `g2-${part}`)?.metadata).toMatchObject(both(word));
      }
      const annotations = { a: 'pod', b: 'kept', 'g2/secrets-revision': '7' };
      expect(named(objects, 'Deployment', `g2-${part}`)).toMatchObject({
        spec: { template: { metadata: { annotations } } },
      });
    }
    expect(named(objects, 'Service', 'g2-payment-credit-webhook')?.metadata).toMatchObject(both('service'));
  });

  it('[extras-own] use the program’s own value where the common one has the same name', async () => {
    const values = {
      'common.extraEnv': [
        { name: 'WRITES_PER_MINUTE', value: '600' },
        { name: 'HTTPS_PROXY', value: 'http://proxy:3128' },
      ],
      'common.extraVolumes': [{ name: 'more', emptyDir: {} }],
      'common.extraVolumeMounts': [{ name: 'more', mountPath: '/more' }],
      'programs.gateway.extraEnv': [{ name: 'WRITES_PER_MINUTE', value: '60' }],
      'programs.gateway.extraVolumes': [{ name: 'more', configMap: { name: 'own' } }],
      'programs.gateway.extraVolumeMounts': [{ name: 'more', mountPath: '/more', readOnly: true }],
    };
    const pods = podsOf(await render('production', { values }));
    const of = (part: string) => pods.find((pod) => pod.part === part && pod.kind === 'Deployment')?.spec;
    const extra = (part: string) => {
      const [container] = of(part)?.containers ?? [];
      const env = container?.env.filter(({ name }) => /^(WRITES|HTTPS_P)/.test(name));
      return [
        env?.map(({ name, value }) => `${name}=${value}`).sort(),
        of(part)?.volumes?.filter(({ name }) => name === 'more'),
        container?.volumeMounts?.filter(({ name }) => name === 'more'),
      ];
    };
    expect(extra('gateway')).toEqual([
      ['HTTPS_PROXY=http://proxy:3128', 'WRITES_PER_MINUTE=60'],
      [{ name: 'more', configMap: { name: 'own' } }],
      [{ name: 'more', mountPath: '/more', readOnly: true }],
    ]);
    expect(extra('identity')).toEqual([
      ['HTTPS_PROXY=http://proxy:3128', 'WRITES_PER_MINUTE=600'],
      [{ name: 'more', emptyDir: {} }],
      [{ name: 'more', mountPath: '/more' }],
    ]);
  });

  it('are refused when they set a variable that the chart sets', async () => {
    const twice = { 'programs.identity.extraEnv': [{ name: 'SMTP_URL', value: 'smtp://a' }] };
    expect(await renderError('default', twice)).toContain('extraEnv of identity: SMTP_URL is the chart');
  });
});

describe('every pod of the chart', SLOW, () => {
  it('trusts the configured private authorities', async () => {
    const objects = await render('production', { values: { 'privateCA.secret': 'authorities' } });
    const pods = podsOf(objects).filter(({ part }) => part !== 'test');
    expect(pods).toHaveLength(12);
    for (const { spec } of pods) {
      const [container] = spec.containers;
      expect(settingOf(container, 'NODE_EXTRA_CA_CERTS')).toBe('/etc/g2-ca/ca.pem');
      expect(container?.volumeMounts).toContainEqual({
        name: 'private-ca',
        mountPath: '/etc/g2-ca',
        readOnly: true,
      });
      const items = [{ key: 'ca.crt', path: 'ca.pem' }];
      expect(spec.volumes).toContainEqual({
        name: 'private-ca',
        secret: { secretName: 'authorities', items },
      });
    }
  });

  it('has no user or group id when the values remove them', async () => {
    const away = { 'podSecurityContext.runAsUser': null, 'podSecurityContext.fsGroup': null };
    for (const { name, spec } of podsOf(await render('demo', { values: away }))) {
      expect(Object.keys(spec.securityContext ?? {}), name).not.toContain('runAsUser');
      expect(Object.keys(spec.securityContext ?? {}), name).not.toContain('fsGroup');
      expect(spec.securityContext).toMatchObject({ runAsNonRoot: true });
    }
  });

  it('uses the image digest, registry and pull secrets of the values', async () => {
    const digest = `sha256:${'b'.repeat(64)}`;
    const objects = await render('default', {
      values: {
        'image.digests': { gateway: digest },
        'global.imageRegistry': 'mirror.example.com/g2',
        'global.imagePullSecrets': ['above'],
      },
    });
    const image = (part: string) => podsOf(objects).find((it) => it.part === part)?.spec.containers[0]?.image;
    expect(image('gateway')).toBe(`mirror.example.com/g2/gateway@${digest}`);
    expect(image('identity')).toBe('mirror.example.com/g2/identity:0.1.0');
    for (const { spec } of podsOf(objects)) expect(spec.imagePullSecrets).toEqual([{ name: 'above' }]);
    expect(await renderError('default', { 'image.digests': { billing: digest } })).toContain(
      'no image billing',
    );
  });

  it('is named after nameOverride or fullnameOverride', async () => {
    const names = async (values: Record<string, string>) =>
      (await render('demo', { values }))
        .filter(({ kind }) => kind === 'Service')
        .map((it) => it.metadata.name);
    expect(await names({ nameOverride: 'teste' })).toContain('g2-teste-gateway');
    expect(await names({ fullnameOverride: 'registro' })).toContain('registro-gateway');
  });
});

describe('migrations and streams', SLOW, () => {
  it('run as Helm hooks after their own network policy and ServiceAccount', async () => {
    const objects = await render('production');
    const hooks = objects.filter(({ metadata }) =>
      /pre-upgrade/.test(metadata.annotations['helm.sh/hook'] ?? ''),
    );
    const weight = ({ metadata }: KubernetesObject) => Number(metadata.annotations['helm.sh/hook-weight']);
    const before = hooks.filter(({ kind }) => kind !== 'Job');
    const each = ['NetworkPolicy', 'ServiceAccount'];
    expect(before.map(({ kind }) => kind).sort()).toEqual([...each, ...each].sort());
    const jobs = hooks.filter(({ kind }) => kind === 'Job');
    expect(Math.max(...before.map(weight))).toBeLessThan(Math.min(...jobs.map(weight)));
    for (const { metadata } of hooks) {
      expect(metadata.annotations['helm.sh/hook-delete-policy']).toBe('before-hook-creation,hook-succeeded');
    }
    for (const { spec } of jobs) {
      expect(spec).toMatchObject({ activeDeadlineSeconds: 600, ttlSecondsAfterFinished: 3600 });
    }
  });

  it('wait for a missing database role only with the embedded database', async () => {
    const waits = async (set: 'demo' | 'production') =>
      podsOf(await render(set))
        .filter(({ part }) => part === 'migrate')
        .map(({ spec }) => settingOf(spec.containers[0], 'WAIT_FOR_ROLES'));
    expect(new Set(await waits('demo'))).toEqual(new Set(['1']));
    expect(new Set(await waits('production'))).toEqual(new Set([undefined]));
  });
});

it('keeps the demo’s Secrets on uninstall, because its volumes stay as well', SLOW, async () => {
  const secrets = (await render('demo')).filter(({ kind }) => kind === 'Secret');
  expect(secrets).toHaveLength(6);
  for (const { metadata } of secrets) expect(metadata.annotations['helm.sh/resource-policy']).toBe('keep');
});
