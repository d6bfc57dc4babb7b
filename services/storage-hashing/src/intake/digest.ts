import { createHash } from 'node:crypto';

export type Digest = {
  /** Lower-case hex. */
  sha256: string;
  /** Lower-case hex: another function, should the first be broken one day. */
  sha512: string;
  /** Bytes. */
  size: number;
};

/** Both hashes in one pass. */
export type RunningDigest = {
  update(chunk: Buffer): void;
  /** Bytes so far. */
  readonly size: number;
  /** Once. */
  end(): Digest;
};

export function startDigest(): RunningDigest {
  const [sha256, sha512] = [createHash('sha256'), createHash('sha512')];
  let size = 0;
  return {
    update(chunk) {
      size += chunk.length;
      sha256.update(chunk);
      sha512.update(chunk);
    },
    get size() {
      return size;
    },
    end: () => ({ sha256: sha256.digest('hex'), sha512: sha512.digest('hex'), size }),
  };
}

/** Of what lies somewhere already. */
export async function digestOf(source: AsyncIterable<Buffer>): Promise<Digest> {
  const digest = startDigest();
  for await (const chunk of source) digest.update(chunk);
  return digest.end();
}
