import { join } from 'node:path';
import type { Machines, Node } from './nodes.ts';

export const SUPERUSER = 'g2';
const REPLICATION_USER = 'replicator';

export const etcdArgs = (node: Node, nodes: readonly Node[], state: 'new' | 'existing'): string[] => [
  'etcd',
  `--name=${node.name}`,
  `--data-dir=${join(node.inside, 'etcd')}`,
  `--listen-peer-urls=http://${node.ip}:2380`,
  `--initial-advertise-peer-urls=http://${node.ip}:2380`,
  `--listen-client-urls=http://${node.ip}:2379`,
  `--advertise-client-urls=http://${node.ip}:2379`,
  `--initial-cluster=${nodes.map(({ name, ip }) => `${name}=http://${ip}:2380`).join(',')}`,
  `--initial-cluster-state=${state}`,
];

/** Patroni's settings. With the smallest `ttl` that it accepts, a lost primary is replaced after at most 20 s. */
export const patroniSettings = (node: Node, { nodes, subnet }: Machines, password: string) => ({
  scope: 'g2',
  name: node.name,
  restapi: { listen: `${node.ip}:8008`, connect_address: `${node.ip}:8008` },
  etcd3: { hosts: nodes.map(({ ip }) => `${ip}:2379`) },
  bootstrap: {
    dcs: {
      ttl: 20,
      loop_wait: 3,
      retry_timeout: 5,
      // A primary that ended is replaced at once instead of being restarted.
      primary_start_timeout: 0,
      // A confirmed transaction is on two nodes.
      synchronous_mode: true,
      postgresql: {
        use_pg_rewind: true,
        parameters: {
          max_connections: 200,
          jit: 'off',
          timezone: 'UTC',
          log_timezone: 'UTC',
          log_error_verbosity: 'terse',
          wal_keep_size: '256MB',
        },
      },
    },
    initdb: [
      { encoding: 'UTF8' },
      { locale: 'C' },
      { 'locale-provider': 'builtin' },
      { 'builtin-locale': 'C.UTF-8' },
      'data-checksums',
    ],
  },
  postgresql: {
    listen: `${node.ip}:5432`,
    connect_address: `${node.ip}:5432`,
    data_dir: join(node.inside, 'postgres'),
    bin_dir: '/usr/lib/postgresql/17/bin',
    pgpass: join(node.inside, 'pgpass'),
    parameters: { unix_socket_directories: node.inside },
    pg_hba: [
      `host all all ${subnet} scram-sha-256`,
      `host replication ${REPLICATION_USER} ${subnet} scram-sha-256`,
    ],
    authentication: {
      superuser: { username: SUPERUSER, password },
      replication: { username: REPLICATION_USER, password },
    },
  },
});

/** Sends every connection to the node that Patroni reports as the primary, and ends those to another. */
export const haproxySettings = (nodes: readonly Node[], port: number): string => `
global
  maxconn 1000
defaults
  mode tcp
  timeout connect 2s
  timeout check 1s
  timeout client 1h
  timeout server 1h
listen primary
  bind 127.0.0.1:${port}
  option httpchk
  http-check send meth GET uri /primary
  http-check expect status 200
  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map(({ name, ip }) => `  server ${name} ${ip}:5432 check port 8008`).join('\n')}
`;

/** Transaction pooling. PgBouncer reads the password verifiers of the programs' roles as the superuser. */
export const pgbouncerSettings = (folder: string, proxyPort: number, port: number): string => `
[databases]
* = host=127.0.0.1 port=${proxyPort} auth_user=${SUPERUSER}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 0.5
server_connect_timeout = 3
query_wait_timeout = 8
`;
