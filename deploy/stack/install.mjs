// Runs before `npm start` and `npm test`, on whatever Node the machine has (20 or newer) and without dependencies:
// installs what the lock file names, then generates code and builds the web bundle. Says nothing when all is there.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const bin = join(root, 'node_modules/.bin');
const stampFile = join(root, 'node_modules/.g2-install');
const platform = `${process.platform}-${process.arch}`;

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** A Node for this platform comes with the dependencies; elsewhere the system's own must be new enough. */
function checkNode() {
  const major = Number(process.versions.node.split('.')[0]);
  if (['linux-x64', 'linux-arm64'].includes(platform) ? major >= 20 : major >= 24) return;
  const wanted = platform.startsWith('linux') ? '20' : '24';
  fail(`Node ${wanted} or newer is needed on ${platform}; this is ${process.versions.node}.`);
}

/** Runs a command quietly; its output is shown, the end of it, only when it fails. */
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

/** Two starts at once take turns: an installation empties node_modules first. */
async function alone(work) {
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
  // Taken this moment, its pid not written yet; or left half-made by a kill.
  return existsSync(lock) && Date.now() - statSync(lock).mtimeMs < 5_000;
}

async function install() {
  const stamp = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .update(platform)
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  console.log('Installing dependencies (npm ci)…');
  // Without our own .bin: npm must not run on the Node that it is about to replace.
  const path = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => !folder.endsWith('node_modules/.bin'));
  await run(
    'npm ci',
    'npm',
    ['ci', '--include=dev', '--include=optional', '--no-progress'],
    path.join(delimiter),
  );
  const node = existsSync(join(bin, 'node')) ? join(bin, 'node') : process.execPath;
  await run('The Node that comes with the dependencies', node, ['--version'], path.join(delimiter));
  writeFileSync(stampFile, stamp);
}

async function generateAndBuild() {
  const web = existsSync(join(root, 'web/index.html'));
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  const tasks = web ? ['generate', 'build'] : ['generate'];
  const text = await run(
    'Generating code and building the web app',
    join(bin, 'turbo'),
    ['run', ...tasks, '--output-logs=errors-only', '--log-order=grouped'],
    path,
  );
  if (!/FULL TURBO|No tasks were executed/.test(text)) {
    console.log(web ? 'Generated code and built the web app.' : 'Generated code.');
  }
}

checkNode();
await alone(async () => {
  await install();
  await generateAndBuild();
});
