import { z } from 'zod';
import type { KubernetesObject } from '../../kubernetes/chart.ts';
import { type Container, type Pod, podsOf } from '../../kubernetes/pods.ts';
import type { DeployedProgram, Installation, Setting } from './installation.ts';

const service = z.looseObject({
  selector: z.record(z.string(), z.string()),
  ports: z.array(
    z.looseObject({ port: z.number(), targetPort: z.union([z.number(), z.string()]).optional() }),
  ),
});
const secretVolume = z.looseObject({
  name: z.string(),
  secret: z.looseObject({
    secretName: z.string(),
    items: z.array(z.object({ key: z.string(), path: z.string() })),
  }),
});

/** The programs that the rendered chart starts, without third-party ones (database, NATS, object store). */
export function readChart(label: string, objects: readonly KubernetesObject[]): Installation {
  const pods = podsOf(objects);
  const placed = pods.flatMap((pod) => (isOurs(pod) ? [place(pod)] : []));
  const services = objects
    .filter(({ kind }) => kind === 'Service')
    .map(({ metadata, spec }) => ({ name: metadata.name, ...service.parse(spec) }));
  return {
    label,
    placed,
    portsOf: (host) => {
      const found = services.find(({ name }) => name === host);
      if (!found) return null;
      const behind = pods.find(({ labels }) =>
        Object.entries(found.selector).every(([key, value]) => labels[key] === value),
      );
      const open = behind?.spec.containers[0]?.ports ?? [];
      return found.ports
        .filter(({ port, targetPort = port }) =>
          open.some(({ name, containerPort }) => name === targetPort || containerPort === targetPort),
        )
        .map(({ port }) => port);
    },
  };
}

const isOurs = ({ kind }: Pod): boolean => kind === 'Deployment' || kind === 'Job';

function place(pod: Pod): DeployedProgram {
  const [container] = pod.spec.containers;
  if (!container) throw new Error(`${pod.name} has no container`);
  const ports = Object.fromEntries(container.ports.map((it) => [it.name ?? '', it.containerPort]));
  const probed = [container.startupProbe, container.readinessProbe, container.livenessProbe].flatMap(
    (probe) => {
      const at = probe?.httpGet?.port ?? probe?.grpc?.port;
      return at === undefined ? [] : [typeof at === 'string' ? (ports[at] ?? -1) : at];
    },
  );
  return {
    name: pod.part === 'migrate' ? `migrate-${container.command?.at(-1)}` : pod.part,
    image: container.image,
    workspace: undefined,
    command: container.command ?? [],
    env: Object.fromEntries(container.env.map((it) => [it.name, settingOf(it)])),
    files: filesOf(pod, container),
    published: container.ports.map((it) => it.containerPort),
    probes: probed,
    waitsFor: [],
  };
}

function settingOf({ value, valueFrom }: Container['env'][number]): Setting {
  if (valueFrom) return { secret: valueFrom.secretKeyRef.name, key: valueFrom.secretKeyRef.key };
  return { value: value ?? '' };
}

/** Files of mounted Secrets, and those that the init container writes by `keys.ts derive`. */
function filesOf({ spec }: Pod, container: Container): string[] {
  return container.volumeMounts.flatMap(({ name, mountPath }) => {
    const volume = secretVolume.safeParse(spec.volumes.find((it) => it.name === name));
    if (volume.success) return volume.data.secret.items.map(({ path }) => `${mountPath}/${path}`);
    return spec.initContainers.flatMap(({ command = [] }) => {
      const words = command.flatMap((word) => word.split(' '));
      const step = words.indexOf('derive');
      if (step < 0 || words[step - 1] !== mountPath) return [];
      const removedFiles = words.slice(words.indexOf('rm') + 1);
      const service = words[step + 1] ?? '';
      const made = [service, ...(service === 'certificate' ? ['log'] : []), 'trusted'];
      return made
        .map((key) => `${mountPath}/${key}.json`)
        .filter((path) => !words.includes('rm') || !removedFiles.includes(path));
    });
  });
}
