import { connect, createServer, type Server } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import type { Kubectl } from '../kubectl.ts';
import { type EntryPoint, HERE, NAMESPACE, RELEASE } from './trial.ts';

const ANSWER_MS = 2_000;

type Service = { spec: { ports: { nodePort: number }[] } };

const selectorOf = (program: string, release: string) => ({
  'app.kubernetes.io/name': program,
  'app.kubernetes.io/instance': release,
});

/** Exposes a program by a NodePort Service, as a balancer outside the cluster reaches it. */
export async function nodePortOf(kubectl: Kubectl, program: string, targetPort: number): Promise<EntryPoint> {
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
  const made = await kubectl.json<Service>('get', 'service', name, HERE);
  return { host, port: made.spec.ports[0]?.nodePort ?? 0 };
}

/** Whether a connection succeeds. Nodes refuse connections until they know the Service. */
export const acceptsConnections = (door: EntryPoint): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(door, () => resolve(true));
    socket.once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
    socket.setTimeout(ANSWER_MS, () => socket.destroy(new Error('no answer')));
  });

export const routeToRelease = (kubectl: Kubectl, program: string, release: string): Promise<string> =>
  kubectl.run(
    'patch',
    'service',
    `way-in-${program}`,
    HERE,
    `--patch=${JSON.stringify({ spec: { selector: selectorOf(program, release) } })}`,
  );

/** Listens on a localhost port and forwards connections to the cluster, including half-closes and resets. */
export async function forward(port: number, door: EntryPoint): Promise<Server> {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const { tls, ...address } = door;
    const to = { ...address, allowHalfOpen: true, noDelay: true };
    const far = tls ? connectSecurely({ ...to, ...tls }) : connect(to);
    // Open sockets must not keep the process alive after the cluster is gone.
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
