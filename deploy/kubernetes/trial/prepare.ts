import { resolve } from 'node:path';
import { findBinary } from '../../stack/binaries.ts';
import { makeImages } from '../cluster/images.ts';
import { startCluster } from '../cluster/own-cluster.ts';
import { areProgramsBuilt, findPrograms } from '../cluster/programs.ts';
import { type Kubectl, kubectlWith } from '../kubectl.ts';
import { canUseKind, startKind } from './kind.ts';
import { HERE, type Measurements, type TrialContext } from './trial.ts';

export type Prepared = {
  kubeconfig: string;
  kubectl: Kubectl;
  images: { registry: string; tag: string };
  /** `crash` and `capture` exist only where this machine can reach the nodes. */
  crash?: TrialContext['crash'];
  capture?: TrialContext['capture'];
  /** True for the user's own cluster: the trial removes only its objects and not the cluster. */
  stays: boolean;
  /** Stops the cluster. @returns what it left behind */
  down: () => Promise<string[]>;
};

type Pod = { spec: { nodeName: string }; status: { containerStatuses: { containerID: string }[] } };

/** Uses the cluster of KUBECONFIG, else starts one with kind or a local one. @throws when none is possible */
export async function prepare(figures: Measurements): Promise<Prepared> {
  const { KUBECONFIG, IMAGE_REGISTRY = 'g2', IMAGE_TAG = '' } = process.env;
  if (KUBECONFIG) {
    const kubeconfig = resolve(KUBECONFIG);
    const kubectl = kubectlWith([await findBinary('kubectl')], kubeconfig);
    const images = { registry: IMAGE_REGISTRY, tag: IMAGE_TAG };
    return { kubeconfig, kubectl, images, stays: true, down: async () => [] };
  }
  if (canUseKind()) return startKind();
  console.log(
    'A cluster of two nodes on this machine, without Docker: Linux, root, 6 GB of memory, 15 GB of disk under ~/.cache. ' +
      `${areProgramsBuilt() ? 'Its programs are built already.' : 'Once: Go builds Kubernetes, 10 to 60 minutes.'}`,
  );
  const say = (line: string) => console.log(line);
  const programs = await findPrograms({ say });
  const images = await makeImages(programs, { say });
  const { kubeconfig, kubectl, nodes, down } = await figures.timed('cluster up, images loaded', () =>
    startCluster(programs, [images.archive]),
  );
  const crash = async (pod: string): Promise<void> => {
    const { spec, status } = await kubectl.json<Pod>('get', 'pod', pod, HERE);
    const id = status.containerStatuses[0]?.containerID.replace('containerd://', '') ?? '';
    await nodes.find(({ name }) => name === spec.nodeName)?.kill(id);
  };
  const capture: TrialContext['capture'] = async (ports, work) => {
    const ends = await Promise.all(nodes.map((node) => node.capture(ports)));
    await work();
    return Buffer.concat(await Promise.all(ends.map((end) => end())));
  };
  const ours = { registry: 'g2', tag: images.tag };
  return { kubeconfig, kubectl, images: ours, crash, capture, stays: false, down };
}
