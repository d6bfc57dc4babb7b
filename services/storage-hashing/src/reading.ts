import { buffer } from 'node:stream/consumers';
import type { ReadAt } from './archive/source.ts';
import type { Objects } from './objects.ts';

/** Random access to an object. */
export const reading =
  (objects: Pick<Objects, 'get'>, key: string): ReadAt =>
  async (offset, length) =>
    length === 0
      ? Buffer.alloc(0)
      : buffer(await objects.get(key, { start: offset, end: offset + length - 1 }));
