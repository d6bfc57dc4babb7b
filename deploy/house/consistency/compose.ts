import { parse } from 'yaml';
import { z } from 'zod';
import type { DeployedProgram, Installation } from './installation.ts';

const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const command = z.union([z.string().transform((text) => text.split(/\s+/)), z.array(z.string())]);
const service = z.looseObject({
  image: z.string(),
  entrypoint: command.optional(),
  build: z.looseObject({ args: z.record(z.string(), scalar).default({}) }).optional(),
  command: command.optional(),
  environment: z.record(z.string(), scalar).default({}),
  volumes: z.array(z.string()).default([]),
  ports: z.array(z.string()).default([]),
  depends_on: z
    .union([z.array(z.string()), z.record(z.string(), z.unknown()).transform(Object.keys)])
    .default([]),
});
const file = z.looseObject({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.unknown()),
});

/** Parses an .env file. A value may refer to variables of earlier lines. */
export function readEnvFile(text: string): Record<string, string> {
  const env: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line) ?? [];
    if (name) env[name] = substituteVariables(value, env);
  }
  return env;
}

export function substituteVariables(text: string, env: Record<string, string>): string {
  return text.replaceAll(
    /\$\{([A-Z0-9_]+)(?::-([^}]*))?\}/g,
    (_, name: string, otherwise = '') => env[name] || otherwise,
  );
}

/** Substitutes variables after YAML parsing, as compose does, so that an empty value stays a string. */
const fillEach = (env: Record<string, string>) => (_: unknown, value: unknown) =>
  typeof value === 'string' ? substituteVariables(value, env) : value;

/** Ports of third-party images, which their compose entries do not name. */
const THIRD_PARTY_PORTS: Record<string, number[]> = {
  postgres: [5432],
  nats: [4222],
  minio: [9000],
  'otel-collector': [4318],
};

/** Reads the programs of docker-compose.yml. @param shares files in each volume "secrets-<name>", by that name */
export function readCompose(
  text: string,
  env: Record<string, string>,
  shares: Readonly<Record<string, readonly string[]>>,
): Installation {
  const { services } = file.parse(parse(text, fillEach(env), { merge: true, maxAliasCount: -1 }));
  const placed = Object.entries(services).map(([name, it]): DeployedProgram => {
    const files = it.volumes.flatMap((volume) => {
      const [source = '', target = ''] = volume.split(':');
      const [, share = ''] = /^secrets-(.+)$/.exec(source) ?? [];
      return (shares[share] ?? []).map((file) => `${target}/${file}`);
    });
    return {
      name,
      image: it.image,
      workspace: it.build?.args.WORKSPACE,
      command: [...(it.entrypoint ?? []), ...(it.command ?? [])],
      env: Object.fromEntries(Object.entries(it.environment).map(([key, value]) => [key, { value }])),
      files,
      published: it.ports.map((port) => Number(port.split(':').at(-1))),
      probes: [],
      waitsFor: it.depends_on,
    };
  });
  return {
    label: 'docker-compose.yml',
    placed,
    // The host name of a container is its service's name.
    portsOf: (host) => {
      const found = placed.find((it) => it.name === host);
      if (!found) return null;
      return THIRD_PARTY_PORTS[host] ?? listeningPorts(found);
    },
  };
}

export function listeningPorts({ env }: DeployedProgram): number[] {
  return ['HTTP_PORT', 'GRPC_PORT', 'METRICS_PORT', 'PORT'].flatMap((name) => {
    const setting = env[name];
    return setting && 'value' in setting ? [Number(setting.value)] : [];
  });
}
