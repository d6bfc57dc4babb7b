import { createHash } from 'node:crypto';

export type Digest = {
  sha256: string;
  /** Lower-case hex like `sha256`. SHA-512 still identifies the file if SHA-256 is ever broken. */
  sha512: string;
  /** Bytes. */
  size: number;
};

export type RunningDigest = {
  update(chunk: Buffer): void;
  /** Number of bytes hashed so far. */
  readonly size: number;
  /** Call once. */
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

export async function digestOf(source: AsyncIterable<Buffer>): Promise<Digest> {
  const digest = startDigest();
  for await (const chunk of source) digest.update(chunk);
  return digest.end();
}
