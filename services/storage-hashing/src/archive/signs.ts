import { basename } from 'node:path/posix';
import type { ArchiveWarning } from '@g2/terms/archive';

const KEY_NAME = /^id_(rsa|dsa|ecdsa|ed25519)$|\.(ppk|p12|pfx|jks|keystore)$/;
/** A key's armour with something in it: a program that only speaks of it is none. Also as JSON carries it. */
const KEY =
  /-----BEGIN (?:[A-Z0-9]{1,20} ){0,4}PRIVATE KEY(?: BLOCK)?-----(?:\\[rn]|\s){1,4}(?:[A-Za-z0-9+/]{16}|Proc-Type:|Version:|Comment:)/;
const PUTTY_KEY = 'PuTTY-User-Key-File-';

/** .env and .env.production, but not the example that is meant to be shared. */
const ENV_NAME = /^\.env(?!\.(example|sample|template|dist|exemplo|modelo)$)(\.|$)/;

/** What package managers fetch: others' work. */
const FETCHED = new Set(['node_modules', 'bower_components', 'vendor', 'site-packages', '.venv', 'venv']);

/** True for a file that a package manager put there. */
export const isFetched = (path: string): boolean =>
  path
    .split('/')
    .slice(0, -1)
    .some((folder) => FETCHED.has(folder));

/** What its owner should know of a file, by its name and beginning. */
export function signsOf(path: string, head: Buffer): ArchiveWarning[] {
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
/** Of Mach-O for several machines and of Java's classes: the first counts machines next, the second says 45 or more. */
const UNIVERSAL = 0xcafebabe;
const JAVA_FIRST = 45;
const MZ = 0x4d5a;
/** Of an MZ program's header. */
const MZ_BYTES = 64;

/** Linux, macOS, Windows and DOS. */
function isExecutable(head: Buffer): boolean {
  if (head.length < MZ_BYTES) return false;
  const magic = head.readUInt32BE(0);
  if (magic === ELF || MACH_O.has(magic)) return true;
  if (magic === UNIVERSAL) return head.readUInt32BE(4) < JAVA_FIRST;
  // A text may begin with these letters; a header has zeros.
  return head.readUInt16BE(0) === MZ && head.subarray(0, MZ_BYTES).includes(0);
}
