import { connect, createServer, type Server } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Kubectl } from '../kubectl.ts';
import { type Door, NAMESPACE, RELEASE } from './trial.ts';

const ANSWER_MS = 2_000;

type Service = { spec: { ports: { nodePort: number }[] } };

const selectorOf = (program: string, release: string) => ({
  'app.kubernetes.io/name': program,
  'app.kubernetes.io/instance': release,
});

/** Lets this machine in to a program by a Service of type NodePort, as a balancer outside the cluster comes in. */
export async function nodePortOf(kubectl: Kubectl, program: string, targetPort: number): Promise<Door> {
  const name = `way-in-${program}`;
  const spec = {
    type: 'NodePort',
    selector: selectorOf(program, RELEASE),
    ports: [{ port: targetPort, targetPort }],
  };
  const metadata = { name, namespace: NAMESPACE };
  await kubectl.apply(JSON.stringify({ apiVersion: 'v1', kind: 'Service', metadata, spec }));
  const path = "--output=jsonpath={.items[0].status.addresses[?(@.type=='InternalIP')].address}";
  const [host = ''] = await kubectl.words('get', 'nodes', path);
  const made = await kubectl.json<Service>('get', 'service', name, `--namespace=${NAMESPACE}`);
  return { host, port: made.spec.ports[0]?.nodePort ?? 0 };
}

/** Nodes hear of a door in their own time, and refuse until then. @returns whether somebody answers behind it */
export const letsIn = (door: Door): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(door, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer')));
  });

/** Has the way in to a program lead to that of another release. */
export const pointAt = (kubectl: Kubectl, program: string, release: string): Promise<string> =>
  kubectl.run(
    'patch',
    'service',
    `way-in-${program}`,
    `--namespace=${NAMESPACE}`,
    `--patch=${JSON.stringify({ spec: { selector: selectorOf(program, release) } })}`,
  );

/**
 * Hands connections to a port of localhost on as they are: an end as an end, a break as a break, so that what a client
 * sees is what the cluster did.
 */
export async function forward(port: number, door: Door): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const { tls, ...address } = door;
    const to = { ...address, allowHalfOpen: true, noDelay: true };
    const far = tls ? connectSecurely({ ...to, ...tls }) : connect(to);
    // Behind a cluster that is gone nobody ends them.
    for (const socket of [near, far]) socket.unref();
    near.pipe(far);
    far.pipe(near);
    near.on('error', () => far.resetAndDestroy());
    far.on('error', () => near.resetAndDestroy());
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroySoon());
  });
  server.unref();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
