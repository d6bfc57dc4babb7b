import {
  addressOf,
  certificate,
  folderOf,
  key,
  kubeconfigOf,
  type NodeName,
  net,
  podCidrOf,
} from './place.ts';

export const cgroupOf = (node: NodeName): string => `g2-cluster-${node}`;
export const containerdSocket = (node: NodeName): string => `${folderOf(node)}/containerd.sock`;

export const nodeSettings = (node: NodeName): Record<string, string> => ({
  'containerd.toml': containerd(node),
  'cni/10-g2.conflist': JSON.stringify(pluginList(node)),
  // CoreDNS must not forward queries to the resolver of this machine.
  'resolv.conf': '',
  'kubelet.json': JSON.stringify(kubelet(node)),
});

const containerd = (node: NodeName): string => `
version = 2
disabled_plugins = ["io.containerd.internal.v1.opt"]
[grpc]
  address = "${containerdSocket(node)}"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "docker.io/g2/pause:here"
  disable_apparmor = true
  # Not every root may lower a process' chance of being killed.
  restrict_oom_score_adj = true
  disable_tcp_service = true
  [plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
    runtime_type = "io.containerd.runc.v2"
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "/usr/lib/cni"
    conf_dir = "${folderOf(node)}/cni"
`;

const pluginList = (node: NodeName) => ({
  cniVersion: '0.4.0',
  name: 'g2',
  plugins: [
    {
      type: 'bridge',
      bridge: 'cni0',
      isGateway: true,
      hairpinMode: true,
      ipMasq: false,
      ipam: { type: 'host-local', ranges: [[{ subnet: podCidrOf(node) }]], routes: [{ dst: '0.0.0.0/0' }] },
    },
    { type: 'portmap', capabilities: { portMappings: true } },
  ],
});

const kubelet = (node: NodeName) => ({
  apiVersion: 'kubelet.config.k8s.io/v1beta1',
  kind: 'KubeletConfiguration',
  address: addressOf(node),
  authentication: {
    anonymous: { enabled: false },
    webhook: { enabled: true },
    x509: { clientCAFile: certificate('ca') },
  },
  authorization: { mode: 'Webhook' },
  cgroupDriver: 'cgroupfs',
  cgroupRoot: `/${cgroupOf(node)}`,
  enforceNodeAllocatable: ['pods'],
  failSwapOn: false,
  failCgroupV1: false,
  clusterDomain: 'cluster.local',
  clusterDNS: [net.dns],
  resolvConf: `${folderOf(node)}/resolv.conf`,
  containerRuntimeEndpoint: `unix://${containerdSocket(node)}`,
  tlsCertFile: certificate(node),
  tlsPrivateKeyFile: key(node),
  // Low limits: the cluster shares its disk with other programs, and a nearly full disk must not evict pods.
  evictionHard: { 'memory.available': '100Mi', 'nodefs.available': '1%', 'imagefs.available': '1%' },
  imageGCHighThresholdPercent: 100,
  registerNode: true,
});

export const kubeletFlags = (node: NodeName): Record<string, string> => ({
  config: `${folderOf(node)}/kubelet.json`,
  kubeconfig: kubeconfigOf(node),
  'hostname-override': node,
  'node-ip': addressOf(node),
  'node-labels': `topology.kubernetes.io/zone=zone-${node}`,
});

export const proxyFlags = (node: NodeName): Record<string, string> => ({
  kubeconfig: kubeconfigOf('proxy'),
  'hostname-override': node,
  'cluster-cidr': net.pods,
  'proxy-mode': 'iptables',
  // 0 leaves the connection tracking table as it is: its size applies to the whole machine.
  'conntrack-max-per-core': '0',
  'healthz-bind-address': '127.0.0.1:10256',
  'metrics-bind-address': '127.0.0.1:10249',
});
