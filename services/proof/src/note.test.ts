import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { openCheckpoint, signCheckpoint } from './checkpoint.ts';
import { inclusionPath, leafHash, rootOf, subtreesOf } from './merkle.ts';
import { openNote, parseVerifierKey, signNote, verifierKey, withSignatures } from './note.ts';
import { receiptOf, verifyReceipt } from './receipt.ts';
import { formatTlogProof, verifyTlogProof } from './tlog-proof.ts';

/** The example of c2sp.org/signed-note. */
const EXAMPLE_KEY = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
const EXAMPLE = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

const pair = () => generateKeyPairSync('ed25519');
const LOG = { name: 'registro.example/log', ...pair() };
const log = parseVerifierKey(verifierKey(LOG));

const entries = Array.from({ length: 13 }, (_, at) => Buffer.from(`entry ${at}`));
const leaves = entries.map(leafHash);
const root = Buffer.from(rootOf(leaves));
const text = `${LOG.name}\n${leaves.length}\n${root.toString('base64')}\n`;
const checkpoint = signCheckpoint({ origin: LOG.name, size: leaves.length, root }, LOG);
const index = 7;
const entry = entries[index] as Buffer;
const path = inclusionPath(index, leaves.length).map(subtreesOf(leaves));

/** A witness's key and its cosignature of a checkpoint (c2sp.org/tlog-cosignature). */
function cosign(
  name: string,
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  at: number,
) {
  const raw = Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url');
  const typed = Buffer.concat([Uint8Array.of(4), raw]);
  const id = createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, 4);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(at));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${at}\n${text}`), privateKey);
  return {
    key: parseVerifierKey(`${name}+${id.toString('hex')}+${typed.toString('base64')}`),
    line: `— ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`,
  };
}

const witness = cosign('testemunha.example/1', pair(), 1_700_000_000);

it('verifies the example note of the standard, and refuses it with one word changed', () => {
  const key = parseVerifierKey(EXAMPLE_KEY);
  expect(openNote(EXAMPLE, [key])).toEqual({
    text: 'This is an example message.\n',
    signed: [{ signedBy: key, at: null }],
  });
  expect(() => openNote(EXAMPLE.replace('example message', 'other message'), [key])).toThrow('does not hold');
  expect(openNote(EXAMPLE, [log]).signed).toEqual([]);
});

it('refuses a verifier key that is malformed or has a wrong id', () => {
  expect(log).toMatchObject({ name: LOG.name, type: 1 });
  for (const none of [
    '',
    'a+b+c',
    EXAMPLE_KEY.replace('530d903a', '530d903b'),
    EXAMPLE_KEY.replace('.com', '.org'),
  ])
    expect(() => parseVerifierKey(none)).toThrow(RangeError);
});

it('refuses malformed notes', () => {
  const signed = signNote('a\n\nb\n', LOG);
  expect(openNote(signed, [log]).text).toBe('a\n\nb\n');
  for (const none of [
    '',
    'a\n',
    signed.slice(0, -1),
    `${signed}\n`,
    signed.replace('a', '\t'),
    `${signed}junk\n`,
  ])
    expect(() => openNote(none, [log])).toThrow(RangeError);
});

it('returns the known witnesses that signed a checkpoint, with their times', () => {
  const seen = openCheckpoint(withSignatures(checkpoint, [witness.line]), log, [witness.key]);
  expect(seen).toEqual({
    origin: LOG.name,
    size: 13,
    root,
    cosigned: [{ signedBy: witness.key, at: 1_700_000_000 }],
  });
  const stranger = cosign('testemunha.example/2', pair(), 1);
  expect(openCheckpoint(withSignatures(checkpoint, [stranger.line]), log, [witness.key]).cosigned).toEqual(
    [],
  );
  const forged = cosign('testemunha.example/1', pair(), 1).line.split(' ')[2] ?? '';
  const bytes = Buffer.from(forged, 'base64');
  bytes.writeUInt32BE(witness.key.id);
  const line = `— testemunha.example/1 ${bytes.toString('base64')}\n`;
  expect(() => openCheckpoint(withSignatures(checkpoint, [line]), log, [witness.key])).toThrow(
    'does not hold',
  );
});

it('refuses a checkpoint that is malformed, of another log or not signed by the log', () => {
  const other = { name: 'outro.example/log', ...pair() };
  expect(() => openCheckpoint(signNote(text, other), log)).toThrow('has not signed');
  const foreign = signCheckpoint({ origin: 'outro.example/log', size: 1, root }, LOG);
  expect(() => openCheckpoint(foreign, log)).toThrow('another log');
  for (const none of [
    `${LOG.name}\n01\n${root.toString('base64')}\n`,
    `${LOG.name}\n1\nabc\n`,
    `${LOG.name}\n1\n`,
  ])
    expect(() => openCheckpoint(signNote(none, LOG), log)).toThrow('not a checkpoint');
});

const proof = formatTlogProof({ index, path, checkpoint: withSignatures(checkpoint, [witness.line]) });

it('proves that the log contains an entry, in the format of c2sp.org/tlog-proof', () => {
  expect(proof.split('\n').slice(0, 2)).toEqual(['c2sp.org/tlog-proof@v1', 'index 7']);
  expect(verifyTlogProof(proof, entry, log, [witness.key])).toMatchObject({ index, size: 13, root });
  expect(() => verifyTlogProof(proof, entries[6] as Buffer, log)).toThrow('does not stand');
  const extra = proof.replace('index', 'extra AAAA\nindex');
  expect(verifyTlogProof(extra, entry, log)).toMatchObject({ index });
});

const seenBy = (some: string): number | undefined => {
  try {
    return verifyTlogProof(some, entry, log, [witness.key]).cosigned.length;
  } catch {
    return undefined;
  }
};

it('refuses a log proof with any character changed', () => {
  fc.assert(
    fc.property(fc.nat(proof.length - 1), fc.integer({ min: 32, max: 126 }), (at, code) => {
      const changed = proof.slice(0, at) + String.fromCharCode(code) + proof.slice(at + 1);
      fc.pre(changed !== proof);
      // A changed name or key id makes the witness unknown, and the standard requires to skip unknown signatures.
      const stranger = at >= proof.indexOf('— testemunha');
      if (stranger && seenBy(changed) === 0) return;
      expect(() => verifyTlogProof(changed, entry, log, [witness.key])).toThrow(RangeError);
    }),
  );
});

it('proves a log entry by a COSE Receipt, and refuses the receipt with any byte changed', () => {
  const receipt = receiptOf({ index, size: 13, path }, root, {
    kid: verifierKey(LOG),
    privateKey: LOG.privateKey,
  });
  const of = { publicKey: LOG.publicKey, size: 13 };
  const read = verifyReceipt(receipt, entry, of);
  expect(read).toMatchObject({ index, size: 13 });
  expect(Buffer.from(read.root)).toEqual(root);
  expect(() => verifyReceipt(receipt, entries[6] as Buffer, of)).toThrow('does not hold');
  // Flips one bit of each byte, not always the same one.
  for (let at = 0; at < receipt.length; at++) {
    const changed = Buffer.from(receipt);
    changed[at] = (changed[at] as number) ^ (1 << (at & 7));
    expect(() => verifyReceipt(changed, entry, of), `byte ${at}`).toThrow(RangeError);
  }
});
