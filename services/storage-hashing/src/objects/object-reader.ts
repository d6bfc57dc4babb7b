import type { ReadAt } from '../archive/windowed-reader.ts';
import type { ObjectStore } from './objects.ts';

export const readerOf =
  (objects: Pick<ObjectStore, 'get'>, key: string): ReadAt =>
  async (offset, length) => {
    if (length === 0) return Buffer.alloc(0);
    const chunks: Buffer[] = [];
    for await (const chunk of await objects.get(key, { start: offset, end: offset + length - 1 })) {
      chunks.push(chunk as Buffer);
    }
    // The file driver returns one chunk, which needs no copy.
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
  };
