// Installs packages (with --dev also those of the tests), generates code and builds the web application. Runs
// before `npm start` and, with --dev, before `npm test`, on Node 20 or newer and without packages.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findNode } from './install-node.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(root, 'node_modules/.bin');
const stampFile = join(root, 'node_modules/.g2-install');
const platform = `${process.platform}-${process.arch}`;
const isDev = process.argv.includes('--dev');

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Runs a command. Prints the last lines of its output only when it fails. */
function run(label, command, args, path) {
  return new Promise((done) => {
    const output = [];
    const env = {
      ...process.env,
      PATH: path,
      TURBO_TELEMETRY_DISABLED: '1',
      DO_NOT_TRACK: '1',
      NO_COLOR: '1',
      TURBO_NO_UPDATE_NOTIFIER: '1',
    };
    const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const forward = (signal) => {
      child.once('close', () => process.exit(signal === 'SIGINT' ? 130 : 143));
      child.kill(signal);
    };
    process.on('SIGTERM', forward).on('SIGINT', forward);
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(chunk));
    child.once('error', (error) => fail(`${label}: ${error.message}`));
    child.once('close', (code) => {
      process.off('SIGTERM', forward).off('SIGINT', forward);
      const text = Buffer.concat(output).toString();
      if (code !== 0)
        fail(`${text.trim().split('\n').slice(-40).join('\n')}\n${label} failed (exit code ${code}).`);
      done(text);
    });
  });
}

/** One installation per folder at a time: each empties node_modules first. */
async function withLock(work) {
  const id = createHash('sha256').update(`${root}:${process.getuid?.()}`).digest('hex').slice(0, 16);
  const lock = join(tmpdir(), `g2-install-${id}`);
  while (!tryLock(lock)) await delay(200);
  const release = () => rmSync(lock, { recursive: true, force: true });
  process.once('exit', release);
  await work();
  process.off('exit', release);
  release();
}

function tryLock(lock) {
  try {
    mkdirSync(lock);
    writeFileSync(join(lock, 'pid'), String(process.pid));
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  if (!holderLives(lock)) rmSync(lock, { recursive: true, force: true });
  return false;
}

function holderLives(lock) {
  try {
    const pid = Number(readFileSync(join(lock, 'pid'), 'utf8'));
    if (pid > 0) return process.kill(pid, 0);
  } catch (error) {
    if (error.code === 'EPERM') return true;
    if (error.code === 'ESRCH') return false;
  }
  // A lock without a pid is either new or left by a kill. It is valid for 5 s.
  return existsSync(lock) && Date.now() - statSync(lock).mtimeMs < 5_000;
}

async function timed(label, work) {
  const startedAt = performance.now();
  const result = await work();
  console.log(`${label}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}

/** Identifies an installation: hash of lock file and platform, and whether it has the test packages. */
function stampOf(scope) {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return `${createHash('sha256').update(lock).update(platform).digest('hex')} ${scope}`;
}

async function install() {
  const found = existsSync(stampFile) ? readFileSync(stampFile, 'utf8') : '';
  if (found === stampOf('dev') || (!isDev && found === stampOf('run'))) return;
  console.log(`Installing packages${isDev ? ' and those of the tests' : ''}…`);
  // PATH without our own node_modules/.bin: npm must not run on the Node that is being replaced.
  const folders = (process.env.PATH ?? '').split(delimiter);
  const path = folders.filter((folder) => !folder.endsWith('node_modules/.bin')).join(delimiter);
  // `npm start` has already installed its packages, so only those of the tests are added.
  const command = found === stampOf('run') ? ['install', '--no-save', '--prefer-offline'] : ['ci'];
  const scope = isDev ? ['--include=dev'] : ['--omit=dev'];
  const quiet = ['--include=optional', '--no-progress', '--no-audit', '--no-fund'];
  const env = { ...process.env, PATH: path };
  // Without the stamp file, the next run repeats an interrupted installation.
  rmSync(stampFile, { force: true });
  const [, node] = await Promise.all([
    timed('Packages', () => run(`npm ${command[0]}`, 'npm', [...command, ...scope, ...quiet], path)),
    timed('Node 24', () => findNode(env)).catch((error) => fail(error.message)),
  ]);
  const link = join(bin, 'node');
  rmSync(link, { force: true });
  symlinkSync(node, link);
  await run('Node 24', node, ['--version'], path);
  writeFileSync(stampFile, stampOf(isDev ? 'dev' : 'run'));
}

async function generateAndBuild() {
  const web = existsSync(join(root, 'web/index.html'));
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const tasks = web ? ['generate', 'build'] : ['generate'];
  const begun = performance.now();
  const text = await run(
    'Generating code and building the web application',
    join(bin, 'turbo'),
    ['run', ...tasks, '--output-logs=errors-only', '--log-order=grouped'],
    path,
  );
  if (/FULL TURBO|No tasks were executed/.test(text)) return;
  const what = web ? 'Generated code and web application' : 'Generated code';
  console.log(`${what}: ${((performance.now() - begun) / 1000).toFixed(1)} s`);
}

await withLock(async () => {
  await install();
  await generateAndBuild();
});
