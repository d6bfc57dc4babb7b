import { join } from 'node:path';
import { busUsers } from '@g2/kit/nats-permissions';
import { serviceNames } from '@g2/kit/provision';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { MAX_UPLOAD_BYTES } from '../../../gateway/contract/constants.ts';
import { config as storage } from '../../../services/storage-hashing/src/config.ts';
import { manifestsIn, root, setNames } from '../../kubernetes/chart.ts';
import { programs as developmentPrograms, pickAddresses } from '../../stack/programs.ts';
import { loadOrCreateSecrets, readSettings } from '../../stack/settings.ts';
import { openTestAuthority } from '../../stack/signing.ts';
import { operatorCommands, programs } from './code.ts';
import { differingVariables, findMismatches, isOfProvider, variablesOf } from './compare.ts';
import { listeningPorts } from './compose.ts';
import type { Installation } from './installation.ts';
import {
  chart,
  compose,
  configErrors,
  envFile,
  expectedIn,
  folder,
  read,
  renderedChart,
  SAMPLE_SECRETS,
  SIGN_IN,
  secretFiles,
  secretFilesByContainer,
  secretIn,
  secretsOf,
  useSecretsFolder,
} from './world.ts';

useSecretsFolder();

describe('docker-compose.yml', () => {
  it('sets exactly the variables that each program reads, with existing hosts and ports', () => {
    expect(findMismatches(compose(), programs, root)).toEqual([]);
    expect(configErrors(compose(), null)).toEqual([]);
  });

  it('gives each program valid production settings, together with .env', () => {
    const real = {
      ...envFile,
      G2_DEMO: '0',
      COMPOSE_PROFILES: '',
      STRIPE_API_BASE: '',
      STRIPE_BROWSER_BASE: '',
    };
    const env = { ...real, ...SAMPLE_SECRETS, ...SIGN_IN, PUBLIC_URL: 'https://registro.example.com' };
    const installation = compose(read('docker-compose.yml'), env);
    expect(
      configErrors(
        installation,
        null,
        programs.filter(({ name }) => name !== 'stripe-simulator' && name !== 'test-authority'),
      ),
    ).toEqual([]);
    // Without real Stripe keys compose uses the simulator's keys, which production refuses.
    expect(
      configErrors(compose(read('docker-compose.yml'), { ...env, STRIPE_SECRET_KEY: '' }), null).join(),
    ).toMatch(/payment-credit: .*STRIPE/);
  });

  it('sets exactly the variables that the operators’ commands read', () => {
    expect(findMismatches(compose(), [operatorCommands], root)).toEqual([]);
    expect(configErrors(compose(), null, [operatorCommands])).toEqual([]);
  });

  it('creates exactly the secrets that its containers use', () => {
    const text = read('docker-compose.yml');
    const used = [...text.matchAll(/\/run\/g2\/([\w./-]+)/g)].map(([, path]) => path ?? '');
    expect([...new Set(used)].sort()).toEqual([...secretFiles].sort());
  });

  it('gives each container exactly the secrets that it reads', () => {
    const { placed } = compose();
    for (const { name, env, command, files } of placed.filter(
      ({ name }) => !/^(secrets$|migrate-)/.test(name),
    )) {
      const named = Object.values(env).flatMap((setting) => ('value' in setting ? [setting.value] : []));
      const read = [...named, ...command].join(' ');
      expect(
        files.filter((file) => !read.includes(file)),
        name,
      ).toEqual([]);
    }
    // A migration gets the same secrets as its service.
    for (const name of serviceNames) {
      const filesOf = (one: string) => placed.find((it) => it.name === one)?.files;
      expect(filesOf(`migrate-${name}`)).toEqual(filesOf(name));
    }
    // Only the job that creates and distributes the secrets mounts all of them.
    const vault = [...read('docker-compose.yml').matchAll(/secrets:\/\S+/g)].map(([mount]) => mount);
    expect(vault).toEqual(['secrets:/var/lib/g2']);
    const dockerfile = read('deploy/docker/Dockerfile');
    for (const to of Object.keys(secretFilesByContainer))
      expect(dockerfile).toMatch(new RegExp(`mkdir[^&]* ${to}[ \n]`));
  });

  it('gives each program its own user at each server', () => {
    const urls = secretFiles.filter((name) => name.endsWith('-url')).map((name) => new URL(secretIn(name)));
    for (const { hostname, port } of urls) expect(compose().portsOf(hostname)).toContain(Number(port));
    const users = urls.map(({ protocol, username }) => `${protocol}${username}`);
    expect(users.filter((user, at) => users.indexOf(user) !== at)).toEqual([]);
  });

  it('gives NATS the password of every user in its configuration', () => {
    const named = [...read('helm/files/nats.conf').matchAll(/password: \$(\w+)/g)].map(([, name]) => name);
    const given = secretIn('nats-passwords').trim().split('\n');
    expect(new Set(given.map((line) => line.split('=')[0]))).toEqual(new Set(named));
    expect(given).toHaveLength(named.length);
    // NATS reads some values as numbers or variables; `p` and hexadecimal digits are always a string.
    for (const line of given) expect(line).toMatch(/^\w+=p[0-9a-f]{36}$/);
  });

  it('starts each service after its migrations', () => {
    for (const name of serviceNames) {
      const placed = compose().placed.find((it) => it.name === name);
      expect(placed?.waitsFor).toContain(`migrate-${name}`);
    }
  });
});

describe.each(setNames)('the chart with the %s values', (set) => {
  it('sets exactly the variables that each program reads, with existing hosts and ports', () => {
    expect(findMismatches(chart(set), expectedIn(set), root)).toEqual([]);
    const extra = chart(set)
      .placed.map(({ name }) => name)
      .filter((name) => !programs.some((it) => it.name === name));
    expect(extra).toEqual([]);
  });

  it('gives each program its own key and all public keys', () => {
    for (const { name, files } of chart(set).placed.filter(
      (it) => it.env.NATS_URL && it.name !== 'streams',
    )) {
      const own = name === 'gateway' ? [] : [`/run/g2/${name}.json`];
      // Only the certificate service signs the public log.
      const log = name === 'certificate' ? ['/run/g2/log.json'] : [];
      // In production the document signing keys also come from a Secret.
      const signing = ['/run/signing/assinatura.p12', '/run/signing/carimbos-raizes.pem'];
      const more = name === 'certificate' && set !== 'demo' ? signing : [];
      expect(files, name).toEqual([...own, ...log, '/run/g2/trusted.json', ...more]);
    }
  });

  it('gives each program its own user at NATS', () => {
    for (const { name, env } of chart(set).placed) {
      // Only the operators’ user creates streams.
      const key = name === 'streams' ? 'ops' : name;
      if (env.NATS_URL) expect(env.NATS_URL, name).toEqual({ secret: 'g2-nats', key });
    }
  });

  it('gives each program valid settings', () => {
    const secrets = secretsOf(renderedChart[set] ?? []);
    expect(configErrors(chart(set), set === 'demo' ? secrets : null, expectedIn(set))).toEqual([]);
  });
});

describe('the operators’ Job in the chart’s README', () => {
  const job = chart('README', manifestsIn(read('helm/README.md')));

  it('sets the same variables for the operators’ commands as compose', () => {
    expect(findMismatches(job, [operatorCommands], root)).toEqual([]);
    expect(configErrors(job, null, [operatorCommands])).toEqual([]);
    const [inJob, inCompose] = [
      variablesOf([job], [operatorCommands]),
      variablesOf([compose()], [operatorCommands]),
    ];
    expect(differingVariables(inJob, inCompose, [])).toEqual([]);
    // The Job does not set STRIPE_SIM_URL: the simulator exists only in demonstrations.
    expect(differingVariables(inCompose, inJob, ['STRIPE_SIM_URL'])).toEqual([]);
  });
});

describe('the file size limit', () => {
  it('is the same in the storage service and in the contract', () => {
    expect(storage.shape.MAX_UPLOAD_BYTES.parse(undefined)).toBe(MAX_UPLOAD_BYTES);
  });
});

describe('the ways to run the programs', () => {
  const inCompose = variablesOf([compose()], programs);
  const inChart = variablesOf(
    setNames.map((set) => chart(set)),
    programs,
  );

  it('compose and the chart start the same programs with the same ports', () => {
    const ports = (installation: Installation) =>
      Object.fromEntries(
        installation.placed
          .filter(({ name }) => programs.some((it) => it.name === name && it.variables.has('HTTP_PORT')))
          .map((it) => [it.name, listeningPorts(it)]),
      );
    expect(ports(compose())).toEqual(ports(chart('demo')));
    const exposed = /^EXPOSE (.*)$/m.exec(read('deploy/docker/Dockerfile'))?.[1]?.split(' ').map(Number);
    const all = [...new Set(Object.values(ports(compose())).flat())];
    expect(exposed).toEqual(all.sort((one, other) => one - other));
  });

  it('compose and the chart allow the same settings', () => {
    // Settings that compose does not offer: it runs one NATS, one gateway and one test authority on one
    // machine, with few connections. Its image sets NODE_ENV, and roles exist before the migrations.
    const excused = [
      'NODE_ENV',
      'NATS_REPLICAS',
      'DATABASE_POOL',
      'AUTHORITY_SEED',
      'WAIT_FOR_ROLES',
      'SHUTDOWN_KEPT_MS',
    ];
    expect(differingVariables(inChart, inCompose, excused)).toEqual([]);
    expect(differingVariables(inCompose, inChart, ['HEALTH_URL'])).toEqual([]);
    expect(read('deploy/docker/Dockerfile')).toMatch(/^ENV NODE_ENV=production /m);
  });

  it('the Dockerfile copies the package.json of every workspace that an image runs', () => {
    const dockerfile = read('deploy/docker/Dockerfile');
    for (const { workspace } of programs) {
      expect(dockerfile).toContain(`COPY ${workspace}/package.json ${workspace}/`);
    }
  });

  it('[release] the release builds the images that compose and the chart start', () => {
    const bake = read('deploy/docker/docker-bake.hcl');
    const built = [...bake.matchAll(/\{ name = "([^"]+)", workspace = "([^"]+)" \}/g)];
    const images = compose().placed.filter(({ image }) => image.startsWith('g2/'));
    const named = images.map(({ image, workspace = '' }) => [/^g2\/([^:]+)/.exec(image)?.[1], workspace]);
    const inOrder = (pairs: (string | undefined)[][]) =>
      [...new Set(pairs.map((pair) => pair.join(' of ')))].sort();
    expect(inOrder(built.map(([, name, workspace]) => [name, workspace]))).toEqual(inOrder(named));
    const [, args = ''] = /args = \{([^}]*)\}/.exec(bake) ?? [];
    const dockerfile = read('deploy/docker/Dockerfile');
    for (const [, name = ''] of args.matchAll(/(\w+)\s*=/g)) expect(dockerfile).toContain(`ARG ${name}`);
  });

  it('npm start gives programs exactly the variables they read', async () => {
    const at = await pickAddresses();
    const secrets = await loadOrCreateSecrets(join(folder, 'dev'));
    const databaseUrls = Object.fromEntries(
      serviceNames.map((name) => [name, SAMPLE_SECRETS.DATABASE_URL ?? '']),
    );
    const sameUrl = Object.fromEntries(busUsers.map((name) => [name, 'nats://a:1']));
    const backing = {
      databaseUrls: z.record(z.enum(serviceNames), z.string()).parse(databaseUrls),
      natsUrls: z.record(z.enum(busUsers), z.string()).parse(sameUrl),
    };
    const real = Object.fromEntries(
      Object.entries(SAMPLE_SECRETS).filter(([name]) => name !== 'DATABASE_URL'),
    );
    const s3 = { S3_ENDPOINT: 'http://a:9000', S3_BUCKET: 'g2-bucket' };
    const signing = { SIGNING_P12_FILE: '/a.p12', TSA_ROOTS_FILE: '/a.pem' };
    for (const env of [{}, { ...real, ...s3, ...signing, ...SIGN_IN }]) {
      const settings = readSettings({ ...env, G2_DATA_DIR: join(folder, 'dev') }, root);
      const authority = await openTestAuthority(settings, at.authority);
      for (const started of developmentPrograms({ root, settings, secrets, at, backing, authority })) {
        const program = programs.find(({ name }) => name === started.name);
        expect(program?.judge(started.env), started.name).toBeNull();
        const own = Object.keys(started.env).filter((name) => !(name in settings.passed));
        expect(
          own.filter((name) => !program?.variables.has(name)),
          started.name,
        ).toEqual([]);
      }
      // Each variable that is passed to all programs must be read by at least one of them.
      const known = new Set(programs.flatMap(({ variables }) => [...variables]));
      const unread = Object.keys(settings.passed).filter((name) => !known.has(name) && !isOfProvider(name));
      expect(unread).toEqual([]);
    }
  });
});
