import { basename } from 'node:path/posix';
import type { ArchiveWarning } from '@g2/terms/archive';

const KEY_NAME = /^id_(rsa|dsa|ecdsa|ed25519)$|\.(ppk|p12|pfx|jks|keystore)$/;
/** PEM private key, also JSON-escaped. Requires key data: code that only mentions a key does not match. */
const KEY =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\\[rn]|\s){1,4}(?:[A-Za-z0-9+/]{16}|Proc-Type:|Version:|Comment:)/;
const PUTTY_KEY = 'PuTTY-User-Key-File-';

/** Matches .env and .env.production, but not examples such as .env.sample. */
const ENV_NAME = /^\.env(?!\.(example|sample|template|dist|exemplo|modelo)$)(\.|$)/;

/** Folders that package managers fill. */
const DEPENDENCY_FOLDERS = new Set([
  'node_modules',
  'bower_components',
  'vendor',
  'site-packages',
  '.venv',
  'venv',
]);

export const isDependency = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((folder) => DEPENDENCY_FOLDERS.has(folder));

export function warningsOf(path: string, head: Buffer): ArchiveWarning[] {
  const name = basename(path).toLowerCase();
  const found: ArchiveWarning[] = [];
  if (KEY_NAME.test(name) || hasKey(head)) found.push('private-key');
  if (ENV_NAME.test(name)) found.push('env-file');
  if (isExecutable(head)) found.push('executable');
  return found;
}

function hasKey(head: Buffer): boolean {
  if (head.subarray(0, PUTTY_KEY.length).toString('latin1') === PUTTY_KEY) return true;
  return head.includes('PRIVATE KEY') && KEY.test(head.toString('latin1'));
}

const ELF = 0x7f454c46;
const MACH_O = new Set([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe]);
/** Start of Mach-O universal and Java class files; a small count or a Java version >= 45 follows. */
const UNIVERSAL = 0xcafebabe;
const JAVA_FIRST = 45;
const MZ = 0x4d5a;
const MZ_BYTES = 64;

function isExecutable(head: Buffer): boolean {
  if (head.length < MZ_BYTES) return false;
  const magic = head.readUInt32BE(0);
  if (magic === ELF || MACH_O.has(magic)) return true;
  if (magic === UNIVERSAL) return head.readUInt32BE(4) < JAVA_FIRST;
  // A text may also begin with "MZ", but only an MZ header contains zero bytes.
  return head.readUInt16BE(0) === MZ && head.subarray(0, MZ_BYTES).includes(0);
}
