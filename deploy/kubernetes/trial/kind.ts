import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findBinary } from '../../stack/binaries.ts';
import { onPath, outputOf } from '../../stack/obtain.ts';
import { root } from '../chart.ts';
import { OUR_IMAGES } from '../cluster/images.ts';
import { kubectlWith } from '../kubectl.ts';

const NAME = '--name=g2-trial';
const TAG = 'trial';
/** Two worker nodes, because one of them is drained. */
const CONFIG = {
  apiVersion: 'kind.x-k8s.io/v1alpha4',
  kind: 'Cluster',
  nodes: [{ role: 'control-plane' }, { role: 'worker' }, { role: 'worker' }],
};

/** Commands that build, create, load and delete the cluster. @param folder of kind's configuration and kubeconfig */
export const kindCommands = (folder: string) => {
  const kubeconfig = `--kubeconfig=${join(folder, 'kubeconfig')}`;
  const config = `--config=${join(folder, 'kind.json')}`;
  return {
    build: ['docker', 'compose', '--profile=demo', '--profile=tools', 'build'],
    create: ['kind', 'create', 'cluster', NAME, config, kubeconfig, '--wait=180s'],
    load: ['kind', 'load', 'docker-image', NAME, ...OUR_IMAGES.map((image) => `g2/${image}:${TAG}`)],
    delete: ['kind', 'delete', 'cluster', NAME, kubeconfig],
  };
};

/** Only on Linux can this machine reach the addresses of kind's nodes. */
export const canUseKind = (): boolean =>
  process.platform === 'linux' &&
  onPath(['kind']) !== null &&
  outputOf('docker', ['info', '--format={{.ID}}']).trim() !== '';

/** Builds the images and starts a cluster in Docker. The nodes' other images come from their registries. */
export async function startKind() {
  const kubectl = await findBinary('kubectl');
  const folder = mkdtempSync(join(tmpdir(), 'g2-kind-'));
  const commands = kindCommands(folder);
  const run = ([program = '', ...args]: string[]) =>
    execFileSync(program, args, { cwd: root, env: { ...process.env, G2_VERSION: TAG }, stdio: 'inherit' });
  const down = async (): Promise<string[]> => {
    run(commands.delete);
    rmSync(folder, { recursive: true, force: true });
    return [];
  };
  writeFileSync(join(folder, 'kind.json'), JSON.stringify(CONFIG));
  try {
    for (const step of [commands.build, commands.create, commands.load]) run(step);
  } catch (error) {
    await down();
    throw error;
  }
  const kubeconfig = join(folder, 'kubeconfig');
  const images = { registry: 'g2', tag: TAG };
  return { kubeconfig, kubectl: kubectlWith([kubectl], kubeconfig), images, stays: false, down };
}
