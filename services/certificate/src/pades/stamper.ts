import { createHash } from 'node:crypto';
import { tokenOf } from '@g2/proof/timestamp';
import type { Authority } from '../authorities/authorities.ts';

/** Estimated bytes of an authority's first token, and the margin that is added to every estimate. */
const FIRST_ROOM = 8192;
const SPARE_ROOM = 256;

/** Bytes of the last token per authority. Estimates set the placeholder size; PDFs keep the rest as zeros. */
const sizes = new WeakMap<Authority, number>();

/** Stamps one document with the first available authority, preferring the last successful one. */
export type Stamper = {
  /** Estimated bytes of the next token. */
  tokenSizeEstimate(): number;
  /** Requests a token over these bytes. Undefined once all authorities have failed, also for later calls. */
  stampBytes(bytes: Uint8Array): Promise<Uint8Array | undefined>;
  /** Like `stampBytes`, for a known SHA-256. */
  stampHash(hash: Buffer): Promise<Uint8Array | undefined>;
};

type Options = {
  /** In order of use. */
  authorities: readonly Authority[];
  /** Aborts requests to the authorities. */
  signal?: AbortSignal;
  onFailure: (error: unknown) => void;
};

export function createStamper({ authorities, signal, onFailure }: Options): Stamper {
  let authoritiesInOrder = authorities;
  const stamper: Stamper = {
    tokenSizeEstimate: () =>
      authoritiesInOrder[0] ? (sizes.get(authoritiesInOrder[0]) ?? FIRST_ROOM) + SPARE_ROOM : 0,
    stampBytes: (bytes) => stamper.stampHash(createHash('sha256').update(bytes).digest()),
    async stampHash(hash) {
      for (const authority of authoritiesInOrder) {
        try {
          const { answer } = await authority.stamp({ algorithm: 'sha256', hash }, signal);
          const token = tokenOf(answer);
          sizes.set(authority, token.length);
          authoritiesInOrder = [authority, ...authoritiesInOrder.filter((one) => one !== authority)];
          return token;
        } catch (error) {
          onFailure(error);
        }
      }
      authoritiesInOrder = [];
      return undefined;
    },
  };
  return stamper;
}
