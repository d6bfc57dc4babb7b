import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './code.ts';
import { listeningPorts } from './compose.ts';
import type { DeployedProgram, Installation } from './installation.ts';

/** Variables that only the container's health check reads (deploy/docker/healthcheck.sh). */
const HEALTH_CHECK = ['HEALTH_URL'];

/** Compares an installation with the code. @returns one line per mismatch: program, and variable, port or file */
export function findMismatches(
  installation: Installation,
  programs: readonly Program[],
  root: string,
): string[] {
  const found = programs.flatMap((program) => {
    const placed = installation.placed.find(({ name }) => name === program.name);
    if (!placed) return [`${program.name} is not started`];
    return [
      ...variableProblems(placed, program),
      ...fileProblems(placed, program),
      ...portProblems(placed, installation),
      ...imageProblems(placed, program),
      ...commandProblems(placed, root),
    ].map((line) => `${program.name}: ${line}`);
  });
  return found.map((line) => `${installation.label}: ${line}`);
}

/** Whether this is a client secret of OIDC_PROVIDERS. The program itself rejects a wrong name. */
export const isOfProvider = (name: string): boolean => /^OIDC_[A-Z0-9_]+_CLIENT_SECRET$/.test(name);

function variableProblems({ env }: DeployedProgram, { variables, asFile }: Program): string[] {
  return Object.keys(env)
    .filter((name) => {
      const base = name.replace(/_FILE$/, '');
      if (isOfProvider(name) && variables.has('OIDC_PROVIDERS')) return false;
      return !variables.has(name) && !(base !== name && asFile.has(base)) && !HEALTH_CHECK.includes(name);
    })
    .map((name) => `sets ${name}, which the program does not read`);
}

function fileProblems({ env, files }: DeployedProgram, { asFile }: Program): string[] {
  return Object.entries(env).flatMap(([name, setting]) => {
    if (!asFile.has(name.replace(/_FILE$/, '')) || asFile.has(name) || !('value' in setting)) return [];
    return files.includes(setting.value) ? [] : [`${name} names ${setting.value}, which nothing creates`];
  });
}

function portProblems(placed: DeployedProgram, installation: Installation): string[] {
  const open = listeningPorts(placed);
  const elsewhere = [...placed.published, ...placed.probes].filter((port) => !open.includes(port));
  const unreachableAddresses = Object.entries(placed.env).flatMap(([name, setting]) => {
    if (!('value' in setting)) return [];
    const [, host = '', port = ''] = /^(?:[a-z]+:\/\/)?([a-z][a-z0-9.-]*):(\d+)/.exec(setting.value) ?? [];
    // Public host names contain a dot and cannot be checked here.
    if (!port || host === 'localhost' || host.includes('.')) return [];
    const ports = installation.portsOf(host);
    if (ports === null) return [`${name} names ${host}, which is not there`];
    return ports.includes(Number(port)) ? [] : [`${name} names ${host}:${port}, where nothing listens`];
  });
  return [
    ...elsewhere.map((port) => `port ${port} is offered or probed, but not listened on`),
    ...unreachableAddresses,
  ];
}

function imageProblems({ image, workspace }: DeployedProgram, program: Program): string[] {
  const name = image
    .replace(/:[^/]*$/, '')
    .split('/')
    .at(-1);
  const own = program.workspace === 'deploy/ops' ? 'tools' : program.workspace.split('/').at(-1);
  return [
    ...(name === own ? [] : [`runs the image ${name}, not ${own}`]),
    ...(workspace === undefined || workspace === program.workspace
      ? []
      : [`builds ${workspace}, not ${program.workspace}`]),
  ];
}

function commandProblems({ command }: DeployedProgram, root: string): string[] {
  return command
    .filter((word) => word.endsWith('.ts') && !existsSync(join(root, word)))
    .map((word) => `starts ${word}, which is not there`);
}

/** Variables that only one of the two installations can set. */
export function differingVariables(
  one: Record<string, ReadonlySet<string>>,
  other: Record<string, ReadonlySet<string>>,
  excused: readonly string[],
): string[] {
  return Object.entries(one).flatMap(([program, variables]) =>
    [...variables]
      .filter((name) => !other[program]?.has(name) && !excused.includes(name) && !isOfProvider(name))
      .map((name) => `${program}: ${name}`),
  );
}

/** Variables per program in any of these installations, set directly or as a file. */
export function variablesOf(
  installations: readonly Installation[],
  programs: readonly Program[],
): Record<string, ReadonlySet<string>> {
  const given = (program: Program) =>
    installations
      .flatMap(({ placed }) => placed.filter(({ name }) => name === program.name))
      .flatMap(({ env }) => Object.keys(env))
      .map((name) => (program.variables.has(name) ? name : name.replace(/_FILE$/, '')));
  return Object.fromEntries(programs.map((program) => [program.name, new Set(given(program))]));
}
