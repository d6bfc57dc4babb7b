import { join } from 'node:path';
import { cacheFolder } from '../../stack/obtain.ts';

/** Folder that keeps built programs and images for later runs. */
export const cacheRoot = cacheFolder('kubernetes');

export const stateRoot = join(cacheRoot, 'running');

/** Addresses of the cluster's network, which only this machine can reach. */
export const net = {
  bridge: '10.240.0.254',
  machine: '10.240.0.253',
  pods: '10.244.0.0/16',
  services: '10.96.0.0/16',
  api: '10.96.0.1',
  dns: '10.96.0.10',
  /** The machine's end of its veth pair into the cluster. */
  wire: 'k8s0',
} as const;

export const nodes = ['n1', 'n2'] as const;
export type NodeName = (typeof nodes)[number];

/** Number of a node in its addresses: n1 has 10.240.0.1, and its pods have 10.244.1.*. */
export const numberOf = (node: NodeName): number => nodes.indexOf(node) + 1;
export const addressOf = (node: NodeName): string => `10.240.0.${numberOf(node)}`;
export const podCidrOf = (node: NodeName): string => `10.244.${numberOf(node)}.0/24`;

export const folderOf = (part: string): string => join(stateRoot, part);
export const certificate = (name: string): string => join(stateRoot, 'pki', `${name}.crt`);
export const key = (name: string): string => join(stateRoot, 'pki', `${name}.key`);
export const kubeconfigOf = (user: string): string => join(stateRoot, `${user}.kubeconfig`);
