// Installs a pinned Node 24 into the user cache. Plain JavaScript without dependencies: an older Node runs it.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const VERSION = '24.21.0';
const MAJOR = 24;
/** SHA-512 of the npm package with Node for each platform, from the npm registry. */
const INTEGRITY = {
  'linux-x64':
    'sha512-3nULszZ5X0fciYpG0t6TrdApJzAn8+FlINP6OiMX7V8HrvpATPN936U1LlReOJriLRa4e8yEqQBYCnLyPNAs7Q==',
  'linux-arm64':
    'sha512-FpJRPEz2OvvTLfjIOlNGFY9JLPMKgl5m+d4oGYBLg24kJ1mmvN1Zl/HPJgF4HDaJ51ISev1l1cRZ/DM+keXW5g==',
};

/**
 * Finds a Node 24 or newer, or installs one.
 * @returns its path
 * @param env environment for npm, with its cache and registry settings
 * @throws Error in one line with what to install
 */
export async function findNode(env) {
  const platform = `${process.platform}-${process.arch}`;
  const major = Number(process.versions.node.split('.')[0]);
  if (major >= MAJOR) return process.execPath;
  const integrity = INTEGRITY[platform];
  const wanted = integrity ? 20 : MAJOR;
  if (major < wanted || !integrity)
    throw new Error(`Node ${wanted} or newer is needed on ${platform}; this is ${process.versions.node}.`);
  const cached = join(cacheFolder(env), `node-v${VERSION}-${platform}`);
  if (!existsSync(cached)) await download(`node-${platform}`, integrity, cached, env);
  return cached;
}

const cacheFolder = (env) => join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'g2-registry', 'bin');

async function download(name, integrity, target, env) {
  mkdirSync(dirname(target), { recursive: true });
  const folder = mkdtempSync(join(dirname(target), '.node-'));
  const run = promisify(execFile);
  try {
    await run('npm', ['pack', `${name}@${VERSION}`, '--silent', '--pack-destination', folder], {
      cwd: folder,
      env,
    });
    const tarball = join(folder, `${name}-${VERSION}.tgz`);
    const found = `sha512-${createHash('sha512').update(readFileSync(tarball)).digest('base64')}`;
    if (found !== integrity) throw new Error(`${name}@${VERSION} is not the pinned package: ${found}`);
    await run('tar', ['-xzf', tarball, '-C', folder, 'package/bin/node']);
    renameSync(join(folder, 'package/bin/node'), target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
