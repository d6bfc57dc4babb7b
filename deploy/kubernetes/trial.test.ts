import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindCommands } from './trial/kind.ts';
import { STEPS } from './trial/steps.ts';

describe('the trial on a real cluster', () => {
  it('has a row in the README for every step', () => {
    const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
    const documentedSteps = [...readme.matchAll(/^\| `([\w-]+)` \|/gm)].map(([, name]) => name);
    expect(documentedSteps).toEqual(Object.keys(STEPS));
  });

  it('creates and deletes its own kind cluster, with its own kubeconfig', () => {
    const { build, create, load, delete: remove } = kindCommands('/run/trial');
    expect(build.join(' ')).toBe('docker compose --profile=demo --profile=tools build');
    expect(create.join(' ')).toBe(
      'kind create cluster --name=g2-trial --config=/run/trial/kind.json --kubeconfig=/run/trial/kubeconfig --wait=180s',
    );
    expect(load.slice(0, 4)).toEqual(['kind', 'load', 'docker-image', '--name=g2-trial']);
    expect(remove.join(' ')).toBe('kind delete cluster --name=g2-trial --kubeconfig=/run/trial/kubeconfig');
  });

  it('loads into kind every image that compose builds', () => {
    const compose = readFileSync(join(import.meta.dirname, '../../docker-compose.yml'), 'utf8');
    const built = [...compose.matchAll(/image: (g2\/[\w-]+):/g)].map(([, image]) => `${image}:trial`);
    expect(kindCommands('').load.slice(4).toSorted()).toEqual([...new Set(built)].toSorted());
  });
});
