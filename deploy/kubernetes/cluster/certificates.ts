import { execFile } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { addressOf, certificate, key, kubeconfigOf, net, nodes, stateRoot } from './place.ts';

const openssl = (...args: string[]) => promisify(execFile)('openssl', args);
const DAYS = '30';
const API = 'https://10.240.0.254:6443';

/** The certificate subjects, which are the Kubernetes users, and the host names of servers. */
const USERS: Record<string, { subject: string; names?: string[] }> = {
  apiserver: {
    subject: '/CN=kube-apiserver',
    names: ['DNS:kubernetes.default.svc', 'DNS:localhost', `IP:${net.api}`, `IP:${net.bridge}`],
  },
  admin: { subject: '/O=system:masters/CN=admin' },
  'controller-manager': { subject: '/CN=system:kube-controller-manager' },
  scheduler: { subject: '/CN=system:kube-scheduler' },
  proxy: { subject: '/CN=system:kube-proxy' },
  'front-proxy': { subject: '/CN=front-proxy' },
  ...Object.fromEntries(
    nodes.map((node) => [
      node,
      { subject: `/O=system:nodes/CN=system:node:${node}`, names: [`IP:${addressOf(node)}`, `DNS:${node}`] },
    ]),
  ),
};

export async function makeCertificates(): Promise<void> {
  mkdirSync(join(stateRoot, 'pki'), { recursive: true, mode: 0o700 });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const authority = ['-keyout', key('ca'), '-out', certificate('ca')];
  await openssl('req', '-x509', ...newKey, ...authority, '-subj', '/CN=g2-cluster', '-days', DAYS);
  for (const [name, { subject, names }] of Object.entries(USERS)) {
    const [request, extensions] = [`${certificate(name)}.request`, `${certificate(name)}.extensions`];
    await openssl('req', ...newKey, '-keyout', key(name), '-out', request, '-subj', subject);
    const usage = 'extendedKeyUsage=serverAuth,clientAuth';
    writeFileSync(extensions, [usage, ...(names ? [`subjectAltName=${names.join(',')}`] : [])].join('\n'));
    const signer = ['-CA', certificate('ca'), '-CAkey', key('ca'), '-CAcreateserial', '-days', DAYS];
    const files = ['-in', request, '-out', certificate(name), '-extfile', extensions];
    await openssl('x509', '-req', ...signer, ...files);
    for (const file of [request, extensions]) rmSync(file);
    writeFileSync(kubeconfigOf(name), kubeconfig(name), { mode: 0o600 });
  }
  await openssl('genrsa', '-out', key('accounts'), '2048');
  await openssl('rsa', '-in', key('accounts'), '-pubout', '-out', certificate('accounts'));
}

const kubeconfig = (user: string): string =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'g2', cluster: { server: API, 'certificate-authority': certificate('ca') } }],
    users: [{ name: user, user: { 'client-certificate': certificate(user), 'client-key': key(user) } }],
    contexts: [{ name: 'g2', context: { cluster: 'g2', user } }],
    'current-context': 'g2',
  });
