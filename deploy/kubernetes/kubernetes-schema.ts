import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import { parse } from 'yaml';
import { z } from 'zod';
import { findGoModule } from '../stack/binaries.ts';
import type { KubernetesObject } from './chart.ts';
import { KUBERNETES, type SchemaVersion } from './kubernetes-versions.ts';

const MODULES = {
  gateway: { path: 'sigs.k8s.io/gateway-api', version: 'v1.2.1' },
  // The first version with a stable BackendTLSPolicy.
  gatewayTls: { path: 'sigs.k8s.io/gateway-api', version: 'v1.4.1' },
  prometheus: { path: 'github.com/prometheus-operator/prometheus-operator', version: 'v0.85.0' },
  certificates: { path: 'github.com/cert-manager/cert-manager', version: 'v1.18.2' },
  postgres: { path: 'github.com/cloudnative-pg/cloudnative-pg', version: 'v1.27.1' },
  argo: { path: 'github.com/argoproj/argo-cd/v3', version: 'v3.1.0' },
} as const;
const EXTENSIONS = {
  HTTPRoute: ['gateway', 'config/crd/standard/gateway.networking.k8s.io_httproutes.yaml'],
  Gateway: ['gateway', 'config/crd/standard/gateway.networking.k8s.io_gateways.yaml'],
  GatewayClass: ['gateway', 'config/crd/standard/gateway.networking.k8s.io_gatewayclasses.yaml'],
  BackendTLSPolicy: ['gatewayTls', 'config/crd/standard/gateway.networking.k8s.io_backendtlspolicies.yaml'],
  Certificate: ['certificates', 'deploy/crds/crd-certificates.yaml'],
  Issuer: ['certificates', 'deploy/crds/crd-issuers.yaml'],
  Cluster: ['postgres', 'config/crd/bases/postgresql.cnpg.io_clusters.yaml'],
  Application: ['argo', 'manifests/crds/application-crd.yaml'],
  ServiceMonitor: [
    'prometheus',
    'example/prometheus-operator-crd/monitoring.coreos.com_servicemonitors.yaml',
  ],
  PrometheusRule: [
    'prometheus',
    'example/prometheus-operator-crd/monitoring.coreos.com_prometheusrules.yaml',
  ],
} as const;
type Folders = Record<keyof typeof MODULES | 'kubernetes', string>;
type Schema = { [key: string]: unknown };

/** Folders of the schemas. Go downloads about 110 MB per version once. @throws one line with what to install */
async function findSchemas(version: SchemaVersion): Promise<Folders> {
  const kubernetes = { path: 'k8s.io/kubernetes', version: KUBERNETES[version] };
  const folders: Record<string, string> = {};
  for (const [name, module] of Object.entries({ kubernetes, ...MODULES }))
    folders[name] = await findGoModule(module);
  return folders as Folders;
}

const openApi = z.object({
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
});
const definition = z.object({
  spec: z.object({
    versions: z.array(
      z.object({
        name: z.string(),
        schema: z.object({ openAPIV3Schema: z.record(z.string(), z.unknown()) }),
      }),
    ),
  }),
});
const kinds = z.array(z.object({ group: z.string(), version: z.string(), kind: z.string() }));

/** Creates a validator like an API server of this version with strict field validation. @returns one line per error */
export async function createManifestValidator(
  version: SchemaVersion,
): Promise<(object: KubernetesObject) => string[]> {
  const folders = await findSchemas(version);
  // Formats (int32, int-or-string and so on) only repeat the types.
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
  const compiled = new Map<string, ValidateFunction>();
  const judgeOf = (apiVersion: string, kind: string): ValidateFunction => {
    const key = `${apiVersion}/${kind}`;
    const made = compiled.get(key) ?? ajv.compile(schemaOf(ajv, folders, version, apiVersion, kind));
    compiled.set(key, made);
    return made;
  };
  return (object) => [
    ...problems(judgeOf(object.apiVersion, object.kind), object, ''),
    // The schemas of extensions do not describe metadata, so it is validated separately.
    ...problems(judgeOf('v1', 'ObjectMeta'), object.metadata, '/metadata'),
    ...namingProblems(object),
  ];
}

function problems(judge: ValidateFunction, value: unknown, at: string): string[] {
  if (judge(value)) return [];
  return (judge.errors ?? []).map(({ instancePath, message, params }) => {
    const unknown: unknown = params.additionalProperty;
    return `${at}${instancePath} ${message}${typeof unknown === 'string' ? `: ${unknown}` : ''}`;
  });
}

function schemaOf(
  ajv: Ajv,
  folders: Folders,
  version: SchemaVersion,
  apiVersion: string,
  kind: string,
): Schema {
  const [group = '', name = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['', apiVersion];
  const path = group === '' ? `api__${name}_openapi.json` : `apis__${group}__${name}_openapi.json`;
  const file = join(folders.kubernetes, 'api/openapi-spec/v3', path);
  if (!existsSync(file)) return extensionSchema(folders, kind, name);
  const id = `kubernetes:${version}/${path}`;
  const { schemas } = openApi.parse(JSON.parse(readFileSync(file, 'utf8'))).components;
  if (!ajv.getSchema(id)) ajv.addSchema({ $id: id, components: { schemas: forbidUnknownFields(schemas) } });
  const found = Object.entries(schemas).find(([full, schema]) =>
    kind === 'ObjectMeta' ? full.endsWith('.ObjectMeta') : isOf(schema, group, name, kind),
  );
  if (!found) throw new Error(`Kubernetes ${version} has no ${kind} in ${apiVersion}`);
  return { $ref: `${id}#/components/schemas/${found[0]}` };
}

function isOf(schema: Schema, group: string, version: string, kind: string): boolean {
  const known = kinds.safeParse(schema['x-kubernetes-group-version-kind']);
  return !!known.data?.some((it) => it.group === group && it.version === version && it.kind === kind);
}

function extensionSchema(folders: Folders, kind: string, version: string): Schema {
  const [, [module, path]] = Object.entries(EXTENSIONS).find(([name]) => name === kind) ?? [kind, ['', '']];
  if (module === '') throw new Error(`no schema of the kind ${kind}`);
  const { spec } = definition.parse(parse(readFileSync(join(folders[module], path), 'utf8')));
  const found = spec.versions.find(({ name }) => name === version);
  if (!found) throw new Error(`no ${version} of ${kind}`);
  return forbidUnknownFields(found.schema.openAPIV3Schema);
}

/** Forbids unknown fields in objects with named fields, like strict field validation. */
function forbidUnknownFields<T>(schema: T): T {
  if (Array.isArray(schema)) return schema.map((part: unknown) => forbidUnknownFields(part)) as T;
  if (typeof schema !== 'object' || schema === null) return schema;
  const copy: Schema = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, forbidUnknownFields(part)]),
  );
  const open = 'additionalProperties' in copy || copy['x-kubernetes-preserve-unknown-fields'] === true;
  if (copy.type === 'object' && typeof copy.properties === 'object' && !open) {
    copy.additionalProperties = false;
  }
  // JavaScript has no leading `(?i)`: converts it to a group with that flag.
  if (typeof copy.pattern === 'string') copy.pattern = copy.pattern.replace(/^\^\(\?i\)(.*)\$$/, '^(?i:$1)$');
  return copy as T;
}

const NAME = /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/;
const LABEL = /^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$/;

function namingProblems({ metadata }: KubernetesObject): string[] {
  const badName = NAME.test(metadata.name) && metadata.name.length <= 253 ? [] : [`name ${metadata.name}`];
  const badLabels = Object.entries(metadata.labels).filter(([, value]) => !LABEL.test(value));
  return [...badName, ...badLabels.map(([key, value]) => `label ${key}=${value}`)];
}
