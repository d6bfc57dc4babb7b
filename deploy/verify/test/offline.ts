import { execFile, spawnSync } from 'node:child_process';

type Said = { code: number; text: string };

/** Commands that run a program in its own network namespace. Some machines also need a user namespace. */
const NAMESPACES = [
  ['unshare', '--net'],
  ['unshare', '--net', '--map-root-user'],
];
const [namespace] = NAMESPACES.filter(
  ([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0,
);

/** Describes in test titles how the network is cut on this machine. */
export const without = namespace
  ? `without a network, by ${namespace.join(' ')}`
  : 'with npm offline and every proxy pointing at nothing, for no network namespace can be made here';

const NOTHING = 'http://127.0.0.1:9';
const CUT_OFF = {
  npm_config_offline: 'true',
  HTTP_PROXY: NOTHING,
  HTTPS_PROXY: NOTHING,
  http_proxy: NOTHING,
  https_proxy: NOTHING,
};

/** Runs a shell command without a network. @param home an empty folder, so that no cache and no settings are used */
export function offline(command: string, { cwd, home }: { cwd: string; home: string }): Promise<Said> {
  const [program, ...args] = [...(namespace ?? []), 'sh', '-c', command];
  const env = { ...process.env, HOME: home, npm_config_cache: `${home}/npm`, ...(namespace ? {} : CUT_OFF) };
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd, env }, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, text: stdout + stderr }),
    );
  });
}
