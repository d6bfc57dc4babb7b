// Starts a local cluster until Ctrl-C: node deploy/kubernetes/cluster/up.ts
import { makeImages } from './images.ts';
import { startCluster } from './own-cluster.ts';
import { findPrograms } from './programs.ts';

const say = (line: string) => console.log(line);

const programs = await findPrograms({ say });
const { archive, tag } = await makeImages(programs, { say });
const { kubeconfig, down } = await startCluster(programs, [archive]);
console.log(`ready: KUBECONFIG=${kubeconfig} (images: IMAGE_TAG=${tag})`);
await new Promise((resolve) => {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, resolve);
  // Keeps the process alive.
  setInterval(() => {}, 3_600_000);
});
const left = await down();
for (const what of left) console.error(`left behind: ${what}`);
process.exit(left.length > 0 ? 1 : 0);
