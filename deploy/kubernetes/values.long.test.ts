import { describe, expect, it } from 'vitest';
import { helm, readObjects, renderError, type ValueSet } from './chart.ts';

type Values = Record<string, unknown>;

const GITHUB = { id: 'github', name: 'GitHub', kind: 'github', clientId: 'g2', existingSecret: 'github' };

/** Values that the schema refuses, and the path that the error message must name. */
const REFUSED: [why: string, values: Values, names: RegExp][] = [
  ['an unknown key', { pubicUrl: 'https://a.example' }, /pubicUrl/],
  ['an unknown key deep inside', { 'programs.gateway.autoscaling.targetCpu': 70 }, /targetCpu/],
  ['an unknown program', { 'programs.billing.replicas': 2 }, /billing/],
  ['an unknown key of an embedded part', { 'embedded.nats.size': '1Gi' }, /size/],
  ['a removed section', { stripe: null }, /stripe/],
  ['a removed program', { 'programs.certificate': null }, /certificate/],
  ['removed limits', { 'programs.identity.resources.limits': null }, /limits/],
  ['an address without a scheme', { publicUrl: 'registro.example.com' }, /publicUrl/],
  ['an address with a path', { publicUrl: 'https://registro.example.com/app' }, /publicUrl/],
  ['an address of another scheme', { publicUrl: 'ftp://registro.example.com' }, /publicUrl/],
  ['an S3 address without a scheme', { 's3.endpoint': 's3.example.com' }, /s3\/endpoint/],
  ['a bucket in capitals', { 's3.bucket': 'Registro' }, /s3\/bucket/],
  ['an empty region', { 's3.region': '' }, /s3\/region/],
  ['an OIDC issuer that is not a URL', { 'oidc.issuer': 'example' }, /oidc\/issuer/],
  [
    'a provider of an unknown kind',
    { 'oidc.providers': [{ ...GITHUB, kind: 'saml' }] },
    /providers\/0\/kind/,
  ],
  ['a provider with an invalid id', { 'oidc.providers': [{ ...GITHUB, id: 'Git Hub' }] }, /providers\/0\/id/],
  [
    'a provider without a Secret',
    { 'oidc.providers': [{ ...GITHUB, existingSecret: '' }] },
    /existingSecret/,
  ],
  [
    'a provider’s client secret in the values',
    { 'oidc.providers': [{ ...GITHUB, clientSecret: 'x' }] },
    /clientSecret/,
  ],
  ['a provider by plain http', { 'oidc.providers': [{ ...GITHUB, issuer: 'http://git.example' }] }, /issuer/],
  ['a collector address without a scheme', { otlpEndpoint: 'collector:4318' }, /otlpEndpoint/],
  ['a sender without an address', { 'smtp.from': 'G2 Registry' }, /smtp\/from/],
  ['demo as a word', { demo: 'yes' }, /demo/],
  ['negative replicas', { 'programs.gateway.replicas': -1 }, /gateway\/replicas/],
  ['no replicas', { 'programs.registration.replicas': 0 }, /registration\/replicas/],
  ['half a replica', { 'programs.registration.replicas': 1.5 }, /registration\/replicas/],
  ['replicas as text', { 'programs.identity.replicas': 'two' }, /identity\/replicas/],
  ['a CPU target above 100', { 'programs.gateway.autoscaling.targetCPU': 170 }, /targetCPU/],
  ['a grace shorter than any upload', { 'programs.gateway.gracePeriodSeconds': 30 }, /gracePeriodSeconds/],
  ['a memory limit with an unknown unit', { 'programs.gateway.resources.limits.memory': '1GB' }, /memory/],
  ['trust in every proxy', { trustProxy: 'true' }, /trustProxy/],
  ['a number of 0 proxies', { trustProxy: '0' }, /trustProxy/],
  ['proxies by their names', { trustProxy: 'ingress.example.com' }, /trustProxy/],
  ['an unknown log level', { logLevel: 'verbose' }, /logLevel/],
  ['an unknown pull policy', { 'image.pullPolicy': 'Sometimes' }, /pullPolicy/],
  ['a tag with a space', { 'image.tag': '0.1 0' }, /image\/tag/],
  ['a registry with a scheme', { 'image.registry': 'https://registry.example.com' }, /image\/registry/],
  ['pull secrets that are not a list', { 'image.pullSecrets': 'g2-registry' }, /pullSecrets/],
  ['two copies of a stream', { 'nats.replicas': 2 }, /nats\/replicas/],
  ['a pool of one connection', { 'postgresql.poolSize': 1 }, /poolSize/],
  ['an invalid Secret name', { 'postgresql.existingSecret': 'G2_PG' }, /existingSecret/],
  ['a port out of range', { 'networkPolicy.s3.ports': [70000] }, /s3\/ports/],
  ['an empty list of ports', { 'networkPolicy.postgresql.ports': [] }, /postgresql\/ports/],
  ['a peer without a selector', { 'networkPolicy.nats.to': [{}] }, /nats\/to/],
  ['a network that is not a CIDR', { 'networkPolicy.nats.to': [{ ipBlock: { cidr: '10.0.0.1' } }] }, /cidr/],
  ['a host with a scheme', { 'ingress.host': 'https://registro.example.com' }, /ingress\/host/],
  ['an annotation that is not text', { 'ingress.annotations.size': 501 }, /annotations/],
  ['a time without a unit', { 'httpRoute.requestTimeout': '3600' }, /requestTimeout/],
  ['a gateway without a name', { 'httpRoute.parentRefs': [{ namespace: 'gateways' }] }, /parentRefs/],
  ['a monitor label that is not text', { 'monitoring.serviceMonitor.labels.release': 1 }, /labels/],
  ['an interval of hours', { 'monitoring.serviceMonitor.interval': '1h' }, /interval/],
  ['a disk without a unit', { 'embedded.postgresql.storage': '5' }, /storage/],
  ['a name in capitals', { nameOverride: 'Registro' }, /nameOverride/],
  ['a name too long for its parts', { fullnameOverride: 'r'.repeat(36) }, /fullnameOverride/],
  ['an invalid digest', { 'image.digests': { gateway: 'sha256:abc' } }, /digests\/gateway/],
  [
    'a global registry with a scheme',
    { 'global.imageRegistry': 'https://mirror.example.com' },
    /imageRegistry/,
  ],
  ['a pod that may be root', { 'podSecurityContext.runAsNonRoot': false }, /runAsNonRoot/],
  ['user id 0', { 'podSecurityContext.runAsUser': 0 }, /runAsUser/],
  [
    'an unconfined seccomp profile',
    { 'podSecurityContext.seccompProfile': { type: 'Unconfined' } },
    /seccomp/,
  ],
  ['a privileged pod', { 'podSecurityContext.privileged': true }, /privileged/],
  ['a variable without a value', { 'common.extraEnv': [{ name: 'A' }] }, /extraEnv\/0/],
  [
    'a variable with two values',
    { 'common.extraEnv': [{ name: 'A', value: '', valueFrom: {} }] },
    /extraEnv\/0/,
  ],
  ['a variable that is a number', { 'common.extraEnv': [{ name: 'A', value: 1 }] }, /extraEnv\/0\/value/],
  [
    'a variable with an invalid name',
    { 'common.extraEnv': [{ name: 'A-B', value: '' }] },
    /extraEnv\/0\/name/,
  ],
  ['an environment source without a name', { 'programs.gateway.extraEnvFrom': [{}] }, /extraEnvFrom\/0/],
  ['a volume without a name', { 'common.extraVolumes': [{ emptyDir: {} }] }, /extraVolumes\/0/],
  [
    'a hostPath volume',
    { 'common.extraVolumes': [{ name: 'etc', hostPath: { path: '/etc' } }] },
    /extraVolumes\/0/,
  ],
  [
    'a mount at a relative path',
    { 'common.extraVolumeMounts': [{ name: 'a', mountPath: 'a' }] },
    /mountPath/,
  ],
  ['an unknown key of the common values', { 'common.podLabel': {} }, /podLabel/],
  ['a pod label that is not text', { 'programs.identity.podLabels.v': 1 }, /podLabels/],
  [
    'a topology spread without a topology key',
    { 'common.topologySpreadConstraints': [{ maxSkew: 1 }] },
    /topologySpread/,
  ],
  ['an unknown kind of affinity', { affinity: { rackAffinity: {} } }, /rackAffinity/],
  ['an unknown autoscaling behavior', { 'programs.gateway.autoscaling.behavior': { up: {} } }, /behavior/],
  ['an authority key with a slash', { 'privateCA.key': 'a/b' }, /privateCA\/key/],
  ['a migration deadline of five seconds', { 'migrations.deadlineSeconds': 5 }, /deadlineSeconds/],
  ['DNS without a port', { 'networkPolicy.dns.ports': [] }, /dns\/ports/],
  [
    'an ephemeral storage limit with an unknown unit',
    { 'programs.identity.resources.limits.ephemeral-storage': '1GB' },
    /ephemeral/,
  ],
];

/** Contradictory or incomplete values that the schema accepts. The chart refuses them with this message. */
const CONTRADICTIONS: [values: Values, sentence: string][] = [
  [{ 'signingKeys.existingSecret': '' }, 'signingKeys.existingSecret is needed, or embedded.enabled=true'],
  [{ 'postgresql.existingSecret': '' }, 'postgresql.existingSecret is needed, or embedded.enabled=true'],
  [{ 'nats.existingSecret': '' }, 'nats.existingSecret is needed, or embedded.enabled=true'],
  [{ 's3.existingSecret': '' }, 's3.existingSecret is needed, or embedded.enabled=true'],
  [{ 's3.endpoint': '' }, 's3.endpoint is needed'],
  [{ 'stripe.existingSecret': '' }, 'stripe.existingSecret is needed, or demo=true on embedded parts'],
  [{ 'smtp.existingSecret': '' }, 'smtp.existingSecret is needed unless demo=true'],
  [{ 'oidc.issuer': 'https://login.example.com' }, 'oidc.existingSecret is needed beside oidc.issuer'],
  [
    { 'oidc.issuer': 'https://login.example.com', 'oidc.existingSecret': 'oidc' },
    'oidc.clientId is needed beside oidc.issuer',
  ],
  [
    { 'oidc.existingSecret': 'oidc', 'oidc.clientId': 'g2' },
    'oidc.issuer is needed beside oidc.existingSecret',
  ],
  [{ 'oidc.providers': [GITHUB, { ...GITHUB, name: 'Outro' }] }, 'oidc.providers: two are called github'],
  [{ 'oidc.providers': [{ ...GITHUB, kind: 'oidc' }] }, 'oidc.providers: github needs an issuer'],
  [
    {
      'oidc.issuer': 'https://login.example.com',
      'oidc.clientId': 'g2',
      'oidc.existingSecret': 'oidc',
      'oidc.providers': [{ ...GITHUB, id: 'oidc' }],
    },
    'oidc.providers: oidc is the id of the one of oidc.issuer',
  ],
  [{ publicUrl: 'http://registro.example.com' }, 'publicUrl must be https unless demo=true'],
  [{ demo: true }, 'demo=true is for publicUrl on one'],
  [{ demo: true, publicUrl: 'http://localhost.example.com' }, 'demo=true is for publicUrl on one'],
  [
    { 'ingress.enabled': true, trustProxy: '1', 'networkPolicy.ingressFrom': [{ podSelector: {} }] },
    'ingress.host is needed',
  ],
  [
    { 'ingress.enabled': true, trustProxy: '1', 'ingress.host': 'a.example' },
    'networkPolicy.ingressFrom is needed beside ingress or httpRoute',
  ],
  [
    { 'httpRoute.enabled': true, trustProxy: '1', 'networkPolicy.ingressFrom': [{ podSelector: {} }] },
    'httpRoute.parentRefs is needed',
  ],
  [
    {
      'ingress.enabled': true,
      'ingress.host': 'a.example',
      'networkPolicy.ingressFrom': [{ podSelector: {} }],
    },
    'trustProxy is needed beside ingress or httpRoute',
  ],
  [
    {
      'httpRoute.enabled': true,
      'httpRoute.parentRefs': [{ name: 'public' }],
      'networkPolicy.ingressFrom': [{ podSelector: {} }],
    },
    'trustProxy is needed beside ingress or httpRoute',
  ],
  [{ 'privateCA.secret': 'a', 'privateCA.configMap': 'b' }, 'privateCA: one of configMap and secret'],
  [
    { 'programs.gateway.autoscaling.minReplicas': 9 },
    'programs.gateway.autoscaling: minReplicas is above maxReplicas',
  ],
];

/** Unusual values that the chart must accept. */
const TAKEN: [what: string, set: ValueSet, values: Values][] = [
  [
    'images by another registry with a port',
    'default',
    { 'image.registry': 'localhost:5000/g2', 'image.tag': 'v1.2' },
  ],
  ['one replica without autoscaling', 'default', { 'programs.gateway.autoscaling.enabled': false }],
  [
    'CPU as a number, fractions as text',
    'default',
    { 'programs.gateway.resources.requests': { cpu: 1, memory: '0.5Gi' } },
  ],
  [
    'an IPv6 database network',
    'default',
    { 'networkPolicy.postgresql.to': [{ ipBlock: { cidr: 'fd00::/64' } }] },
  ],
  [
    'a demo with external parts on a local address',
    'default',
    { demo: true, publicUrl: 'http://127.0.0.1:8080', 'smtp.existingSecret': '' },
  ],
  ['a demo on a subdomain of localhost', 'default', { demo: true, publicUrl: 'http://g2.localhost' }],
  ['two proxies in a row', 'production', { trustProxy: '2' }],
  ['proxies by addresses and networks', 'production', { trustProxy: '10.0.0.0/8, 192.168.1.7,fd00::/64' }],
  [
    'embedded parts with real Stripe keys',
    'demo',
    { demo: false, publicUrl: 'https://a.example', 'smtp.existingSecret': 'mail' },
  ],
  ['a single provider', 'default', { 'oidc.providers': [GITHUB] }],
  ['no network policies', 'production', { 'networkPolicy.enabled': false, 'networkPolicy.ingressFrom': [] }],
  ['an Ingress without its own TLS Secret', 'ingress', { 'ingress.tlsSecret': '' }],
  ['global values of a parent chart', 'default', { global: { anything: 1 } }],
];

it('tests at least sixty invalid values', () => expect(REFUSED.length).toBeGreaterThanOrEqual(60));

describe('values.schema.json', { timeout: 20_000 }, () => {
  it.each(REFUSED)('refuses %s', async (_, values, names) => {
    const output = await renderError('default', values);
    expect(output).toContain("values don't meet the specifications of the schema");
    expect(output).toMatch(names);
  });

  it.each(TAKEN)('accepts %s', async (_, set, values) => {
    expect(await renderError(set, values)).toBeNull();
  });
});

describe('the chart’s own check', { timeout: 20_000 }, () => {
  it.each(CONTRADICTIONS)('refuses %j with a message', async (values, sentence) => {
    expect(await renderError('default', values)).toContain(sentence);
  });

  it('refuses a release name that makes an object name too long', async () => {
    const short = await helm('template', 'r'.repeat(35), '.', '-f', 'values-demo.yaml');
    const names = readObjects(short).map(({ metadata }) => metadata.name.length);
    expect(Math.max(...names)).toBeLessThanOrEqual(63);
    await expect(helm('template', 'r'.repeat(36), '.')).rejects.toThrow(/may have 35 characters/);
  });
});
