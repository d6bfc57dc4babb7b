import { describe, expect, it } from 'vitest';
import { type KubernetesObject, render, renderError } from './chart.ts';
import { podsOf, settingOf } from './pods.ts';

const SLOW = { timeout: 60_000 };
const PROGRAMS = ['certificate', 'gateway', 'identity', 'payment-credit', 'registration', 'storage-hashing'];
const PARTS = ['minio', 'nats', 'postgresql'];
const of = (objects: KubernetesObject[], kind: string) => objects.filter((it) => it.kind === kind);
const on = { 'insideTls.enabled': true };
const given = Object.fromEntries(PROGRAMS.map((name) => [name, `tls-of-${name}`]));

/** Addresses of the embedded PostgreSQL, NATS and object store, without their passwords. */
function addressesIn(objects: KubernetesObject[]) {
  const secret = (name: string) =>
    Object.values(
      (of(objects, 'Secret').find(({ metadata }) => metadata.name === name)?.stringData ?? {}) as Record<
        string,
        string
      >,
    ).filter((value) => value.includes('@'));
  return {
    postgresql: secret('g2-postgresql').map((url) => url.replace(/^postgres:\/\/[a-z0-9_]+:\w{24}@/, '')),
    nats: secret('g2-nats').map((url) => url.replace(/^(\w+):\/\/[a-z-]+:\w{25}@/, '$1 ')),
    minio: podsOf(objects).flatMap(({ spec }) => settingOf(spec.containers[0], 'S3_ENDPOINT') ?? []),
  };
}

describe('TLS between the programs', SLOW, () => {
  it('[chart-tls-off] is off by default', async () => {
    const text = JSON.stringify(await render('production'));
    expect(text).not.toMatch(/TLS_FOLDER|"scheme":"HTTPS"|cert-manager\.io|BackendTLSPolicy/);
  });

  it('[chart-tls-on] creates an authority and one certificate per program if enabled', async () => {
    const objects = await render('production', { values: on });
    const certificates = of(objects, 'Certificate');
    expect(certificates.map(({ metadata }) => metadata.name).sort()).toEqual(
      [...PROGRAMS, 'inside-ca'].map((name) => `g2-${name}`).sort(),
    );
    expect(certificates.find(({ metadata }) => metadata.name === 'g2-payment-credit')).toMatchObject({
      spec: {
        secretName: 'g2-payment-credit-tls',
        issuerRef: { name: 'g2-inside-ca', kind: 'Issuer' },
        usages: ['digital signature', 'server auth', 'client auth'],
        dnsNames: ['g2-payment-credit.default.svc', 'g2-payment-credit-webhook.default.svc'],
      },
    });
    for (const { kind, part, spec } of podsOf(objects)) {
      if (kind !== 'Deployment' || !PROGRAMS.includes(part)) continue;
      const [container] = spec.containers;
      expect(settingOf(container, 'TLS_FOLDER')).toBe('/run/tls');
      expect(spec.volumes).toContainEqual({ name: 'tls', secret: { secretName: `g2-${part}-tls` } });
      for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe'] as const)
        expect(container).toMatchObject({ [probe]: { httpGet: { scheme: 'HTTPS' } } });
    }
  });

  it('[chart-tls-names] programs call each other only by names that the certificates contain', async () => {
    const objects = await render('production', { values: on });
    const names = of(objects, 'Certificate').flatMap(
      ({ spec }) => (spec as { dnsNames?: string[] }).dnsNames ?? [],
    );
    const asked = podsOf(objects).flatMap(({ spec }) =>
      (spec.containers[0]?.env ?? []).flatMap(({ name, value }) => {
        if (value === undefined) return [];
        if (name.endsWith('_GRPC')) return value.split(':', 1);
        return name === 'STORAGE_HTTP' ? [new URL(value).hostname] : [];
      }),
    );
    expect(asked.length).toBeGreaterThan(9);
    expect(asked.filter((name) => !names.includes(name))).toEqual([]);
    const plainly = new RegExp(`http://g2-(${PROGRAMS.join('|')})`);
    // Certificate names include the namespace, so that two installations under one authority cannot
    // impersonate each other.
    expect(new Set(names.map((name) => name.split('.').slice(1).join('.')))).toEqual(
      new Set(['default.svc']),
    );
    expect(JSON.stringify(objects)).not.toMatch(plainly);
    expect(JSON.stringify(await render('demo', { values: on }))).not.toMatch(plainly);
  });

  it('[chart-tls-given] uses the configured issuer or Secrets instead of a new authority', async () => {
    const issuer = { name: 'house', kind: 'ClusterIssuer', group: 'cert-manager.io' };
    const issued = await render('production', { values: { ...on, 'insideTls.issuer': issuer } });
    expect(of(issued, 'Issuer')).toEqual([]);
    for (const { spec } of of(issued, 'Certificate')) expect(spec).toMatchObject({ issuerRef: issuer });
    const secrets = await render('production', { values: { ...on, 'insideTls.existingSecrets': given } });
    expect(JSON.stringify(secrets)).not.toContain('cert-manager.io');
    expect(JSON.stringify(secrets)).toContain('tls-of-identity');
    const { identity: _, ...lacking } = given;
    expect(await renderError('production', { ...on, 'insideTls.existingSecrets': lacking })).toContain(
      'identity has none',
    );
  });

  it('[chart-tls-parts] gives each embedded part a certificate for its name', async () => {
    const objects = await render('demo', { values: on });
    const hosts = Object.fromEntries(PARTS.map((part) => [part, `g2-${part}.default.svc`]));
    for (const part of PARTS) {
      expect(
        of(objects, 'Certificate').find(({ metadata }) => metadata.name === `g2-${part}`)?.spec,
      ).toMatchObject({
        secretName: `g2-${part}-tls`,
        dnsNames: [hosts[part]],
        usages: ['digital signature', 'server auth'],
        duration: '43800h',
      });
      const pod = podsOf(objects).find((one) => one.part === part);
      const secret = expect.objectContaining({ secretName: `g2-${part}-tls`, defaultMode: 0o440 });
      expect(pod?.spec.volumes).toContainEqual({ name: 'tls', secret });
    }
    expect(addressesIn(objects)).toEqual({
      postgresql: Array(6).fill(`${hosts.postgresql}:5432/g2?sslmode=verify-full`),
      nats: Array(7).fill(`tls ${hosts.nats}:4222`),
      minio: [`https://${hosts.minio}:9000`],
    });
    const text = JSON.stringify(objects);
    expect(text).toContain(
      '"ssl=on","-c","ssl_cert_file=/run/tls/tls.crt","-c","ssl_key_file=/run/tls/tls.key"',
    );
    expect(text).toContain('tls { cert_file: /run/tls/tls.crt, key_file: /run/tls/tls.key }');
    expect(text).toContain('"--certs-dir","/run/tls"');
    expect(text).toContain('"path":"/minio/health/live","port":9000,"scheme":"HTTPS"');
  });

  it('[chart-tls-parts-off] leaves the embedded parts without TLS when insideTls is off', async () => {
    const objects = await render('demo');
    expect(addressesIn(objects)).toEqual({
      postgresql: Array(6).fill('g2-postgresql:5432/g2'),
      nats: Array(7).fill('nats g2-nats:4222'),
      minio: ['http://g2-minio:9000'],
    });
    expect(JSON.stringify(objects)).not.toMatch(
      /ssl=on|tls \{|\/run\/tls|"scheme":"HTTPS"|NODE_EXTRA_CA_CERTS/,
    );
  });

  it('[chart-tls-parts-believed] makes programs and jobs trust the embedded parts’ authority', async () => {
    const asking = async (values: Record<string, unknown>) =>
      podsOf(await render('demo', { values: { ...on, ...values } })).filter(({ spec }) =>
        /(DATABASE|NATS)_URL|S3_ENDPOINT/.test(JSON.stringify(spec.containers)),
      );
    const authority = {
      name: 'private-ca',
      secret: { secretName: 'g2-postgresql-tls', items: [{ key: 'ca.crt', path: 'ca.pem' }] },
    };
    const pods = await asking({});
    // The programs, five migrations, provision and streams.
    expect(pods).toHaveLength(PROGRAMS.length + 5 + 2);
    for (const { name, spec } of pods) {
      expect(settingOf(spec.containers[0], 'NODE_EXTRA_CA_CERTS'), name).toBe('/etc/g2-ca/ca.pem');
      expect(spec.volumes).toContainEqual(authority);
    }
    // A ConfigMap of private authorities, if set, replaces the generated Secret. It must contain the
    // authority of the parts.
    for (const { spec } of await asking({ 'privateCA.configMap': 'ours' })) {
      expect(spec.volumes.filter(({ name }) => name === 'private-ca')).toMatchObject([
        { configMap: { name: 'ours' } },
      ]);
    }
    expect(await renderError('demo', { ...on, 'insideTls.existingSecrets': given })).toContain(
      'minio has none',
    );
  });

  it('[chart-tls-router] makes the router verify the certificates of gateway and webhook', async () => {
    const policies = async (values: Record<string, unknown>) =>
      of(await render('production', { values }), 'BackendTLSPolicy').map(({ spec }) => spec);
    const expectedPolicy = (name: string, kind: string, authority: string) => ({
      targetRefs: [{ kind: 'Service', name }],
      validation: { hostname: `${name}.default.svc`, caCertificateRefs: [{ kind, name: authority }] },
    });
    expect(await policies(on)).toMatchObject([
      expectedPolicy('g2-gateway', 'Secret', 'g2-gateway-tls'),
      expectedPolicy('g2-payment-credit-webhook', 'Secret', 'g2-payment-credit-tls'),
    ]);
    expect(await policies({ ...on, 'insideTls.caConfigMap': 'authority' })).toMatchObject([
      expectedPolicy('g2-gateway', 'ConfigMap', 'authority'),
      expectedPolicy('g2-payment-credit-webhook', 'ConfigMap', 'authority'),
    ]);
  });
});
