import { createHash } from 'node:crypto';
import { tokenOf } from '@g2/proof/timestamp';
import type { Authority } from '../authorities.ts';

/** Of an authority that has not answered yet; then of its last answer, and a little. */
const FIRST_ROOM = 8192;
const SPARE_ROOM = 256;

/** How large tokens are, which decides how much room a file has for them: zeros, which every copy of it carries. */
const sizes = new WeakMap<Authority, number>();

/** Whoever answers, asked for one document: who stamped it once is asked first the next time. */
export type Stamper = {
  /** Bytes that its next token is likely to have. */
  room(): number;
  /** The token of a stamp over these bytes; undefined when nobody gives one, and from then on. */
  tokenOver(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** The same over a SHA-256 that is known already. */
  tokenOf(hash: Buffer): Promise<Uint8Array | undefined>;
};

type Options = {
  /** In the order they are asked. */
  authorities: readonly Authority[];
  /** When to wait no longer. */
  signal?: AbortSignal;
  onFailure: (error: unknown) => void;
};

export function stamperOf({ authorities, signal, onFailure }: Options): Stamper {
  let asked = authorities;
  const stamper: Stamper = {
    room: () => (asked[0] ? (sizes.get(asked[0]) ?? FIRST_ROOM) + SPARE_ROOM : 0),
    tokenOver: (bytes) => stamper.tokenOf(createHash('sha256').update(bytes).digest()),
    async tokenOf(hash) {
      for (const authority of asked) {
        try {
          const { answer } = await authority.stamp({ algorithm: 'sha256', hash }, signal);
          const token = tokenOf(answer);
          sizes.set(authority, token.length);
          asked = [authority, ...asked.filter((one) => one !== authority)];
          return token;
        } catch (error) {
          onFailure(error);
        }
      }
      asked = [];
      return undefined;
    },
  };
  return stamper;
}
