import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { net, stateRoot } from './place.ts';

const VOLUMES = 12;
export const COREDNS_IMAGE = 'docker.io/g2/coredns:here';
export const PAUSE_IMAGE = 'docker.io/g2/pause:here';
export const METRICS_PORT = 4443;

const COREFILE = `.:53 {
  errors
  health {
    lameduck 5s
  }
  ready
  kubernetes cluster.local in-addr.arpa ip6.arpa {
    pods insecure
    ttl 5
  }
  cache 5
  loadbalance
}`;

const kubeSystem = (name: string) => ({ name, namespace: 'kube-system' });
const rbac = 'rbac.authorization.k8s.io';
const labels = { 'k8s-app': 'kube-dns' };

/** Manifests of CoreDNS, which runs on every node: DNS must work while one node is drained. */
const coreDns = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: kubeSystem('coredns') },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRole',
    metadata: { name: 'system:coredns' },
    rules: [
      { apiGroups: [''], resources: ['services', 'pods', 'namespaces'], verbs: ['list', 'watch'] },
      { apiGroups: ['discovery.k8s.io'], resources: ['endpointslices'], verbs: ['list', 'watch'] },
    ],
  },
  {
    apiVersion: `${rbac}/v1`,
    kind: 'ClusterRoleBinding',
    metadata: { name: 'system:coredns' },
    roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'system:coredns' },
    subjects: [{ kind: 'ServiceAccount', ...kubeSystem('coredns') }],
  },
  { apiVersion: 'v1', kind: 'ConfigMap', metadata: kubeSystem('coredns'), data: { Corefile: COREFILE } },
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: kubeSystem('kube-dns'),
    spec: {
      clusterIP: net.dns,
      selector: labels,
      ports: [
        { name: 'dns', port: 53, protocol: 'UDP' },
        { name: 'dns-tcp', port: 53 },
      ],
    },
  },
  {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: kubeSystem('coredns'),
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          serviceAccountName: 'coredns',
          priorityClassName: 'system-cluster-critical',
          dnsPolicy: 'Default',
          tolerations: [{ operator: 'Exists' }],
          containers: [
            {
              name: 'coredns',
              image: COREDNS_IMAGE,
              imagePullPolicy: 'Never',
              args: ['-conf', '/etc/coredns/Corefile'],
              readinessProbe: { httpGet: { path: '/ready', port: 8181 }, periodSeconds: 2 },
              volumeMounts: [{ name: 'config', mountPath: '/etc/coredns' }],
            },
          ],
          volumes: [{ name: 'config', configMap: { name: 'coredns' } }],
        },
      },
    },
  },
];

const volumes = () => [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'local', annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' } },
    provisioner: 'kubernetes.io/no-provisioner',
    volumeBindingMode: 'WaitForFirstConsumer',
  },
  ...Array.from({ length: VOLUMES }, (_, n) => {
    const path = join(stateRoot, 'volumes', String(n));
    mkdirSync(path, { recursive: true });
    const onFirst = { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] };
    return {
      apiVersion: 'v1',
      kind: 'PersistentVolume',
      metadata: { name: `local-${n}` },
      spec: {
        capacity: { storage: '20Gi' },
        accessModes: ['ReadWriteOnce'],
        persistentVolumeReclaimPolicy: 'Retain',
        storageClassName: 'local',
        local: { path },
        nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [onFirst] }] } },
      },
    };
  }),
];

/** Manifests for metrics-server. It runs beside the control plane, so its endpoint is fixed. */
const metrics = [
  {
    apiVersion: 'v1',
    kind: 'Service',
    metadata: kubeSystem('metrics-server'),
    spec: { ports: [{ port: 443, targetPort: METRICS_PORT }] },
  },
  {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { ...kubeSystem('metrics-server'), labels: { 'kubernetes.io/service-name': 'metrics-server' } },
    addressType: 'IPv4',
    ports: [{ port: METRICS_PORT }],
    endpoints: [{ addresses: [net.bridge], conditions: { ready: true } }],
  },
  {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name: 'v1beta1.metrics.k8s.io' },
    spec: {
      service: kubeSystem('metrics-server'),
      group: 'metrics.k8s.io',
      version: 'v1beta1',
      insecureSkipTLSVerify: true,
      groupPriorityMinimum: 100,
      versionPriority: 100,
    },
  },
];

export const addons = (): string =>
  JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [...coreDns, ...volumes(), ...metrics] });
