import { z } from 'zod';
import type { KubernetesObject } from './chart.ts';

const port = z.union([z.string(), z.number()]);
const probe = z.looseObject({
  httpGet: z.looseObject({ path: z.string(), port }).optional(),
  grpc: z.looseObject({ port: z.number() }).optional(),
  exec: z.looseObject({ command: z.array(z.string()) }).optional(),
});
const variable = z.object({
  name: z.string(),
  value: z.string().optional(),
  valueFrom: z
    .object({ secretKeyRef: z.object({ name: z.string().min(1), key: z.string().min(1) }) })
    .optional(),
});
const container = z.looseObject({
  name: z.string(),
  image: z.string(),
  command: z.array(z.string()).optional(),
  args: z.array(z.string()).optional(),
  env: z.array(variable).default([]),
  ports: z.array(z.looseObject({ name: z.string().optional(), containerPort: z.number() })).default([]),
  securityContext: z.looseObject({}).optional(),
  resources: z
    .object({
      requests: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
      limits: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    })
    .optional(),
  startupProbe: probe.optional(),
  readinessProbe: probe.optional(),
  livenessProbe: probe.optional(),
  lifecycle: z.looseObject({ preStop: z.looseObject({}).optional() }).optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});
const podSpec = z.looseObject({
  serviceAccountName: z.string().optional(),
  automountServiceAccountToken: z.boolean().optional(),
  hostNetwork: z.boolean().optional(),
  shareProcessNamespace: z.boolean().optional(),
  terminationGracePeriodSeconds: z.number().optional(),
  securityContext: z
    .looseObject({ seccompProfile: z.looseObject({ type: z.string() }).optional() })
    .optional(),
  topologySpreadConstraints: z.array(z.looseObject({ topologyKey: z.string() })).default([]),
  initContainers: z.array(container).default([]),
  containers: z.array(container),
  volumes: z.array(z.looseObject({ name: z.string() })).default([]),
});
export type Container = z.infer<typeof container>;
export type Pod = {
  /** Kind of the object that creates the pod. */
  kind: string;
  name: string;
  /** Value of the label app.kubernetes.io/name. */
  part: string;
  labels: Record<string, string>;
  spec: z.infer<typeof podSpec>;
};

const withTemplate = z.looseObject({
  template: z.looseObject({
    metadata: z.looseObject({ labels: z.record(z.string(), z.string()) }),
    spec: podSpec,
  }),
});
const MAKERS = ['Deployment', 'StatefulSet', 'Job', 'DaemonSet', 'CronJob'];

export function podsOf(objects: readonly KubernetesObject[]): Pod[] {
  return objects.flatMap((object) => {
    const { kind, metadata } = object;
    const named = (labels: Record<string, string>, spec: z.infer<typeof podSpec>): Pod[] => [
      { kind, name: metadata.name, part: labels['app.kubernetes.io/name'] ?? '', labels, spec },
    ];
    if (kind === 'Pod') return named(metadata.labels, podSpec.parse(object.spec));
    if (!MAKERS.includes(kind)) return [];
    const { template } = withTemplate.parse(object.spec);
    return named(template.metadata.labels, template.spec);
  });
}

export const containersOf = ({ spec }: Pod): Container[] => [...spec.initContainers, ...spec.containers];

/** Value of a container's variable; undefined when it is absent or comes from a Secret. */
export const settingOf = (one: Container | undefined, name: string): string | undefined =>
  one?.env.find((it) => it.name === name)?.value;
