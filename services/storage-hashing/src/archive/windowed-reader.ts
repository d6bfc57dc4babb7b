/** Reads bytes within the file. @throws errors of the store */
export type ReadAt = (offset: number, length: number) => Promise<Buffer>;

/** Buffers one window of a file, so that sequential reads fetch each window once. */
export class WindowedReader {
  /** Bytes. */
  readonly size: number;
  readonly #read: ReadAt;
  readonly #width: number;
  #window: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(read: ReadAt, size: number, width = 1024 * 1024) {
    this.#read = read;
    this.size = size;
    this.#width = width;
  }

  /** The bytes if the current window contains all of them, else undefined. Valid until the next fetch. */
  held(at: number, length: number): Buffer | undefined {
    const from = at - this.#at;
    const isHeld = from >= 0 && from + length <= this.#window.length;
    return isHeld ? this.#window.subarray(from, from + length) : undefined;
  }

  /** @throws RangeError when the range exceeds the file */
  async bytes(at: number, length: number): Promise<Buffer> {
    const held = this.held(at, length);
    if (held !== undefined) return held;
    if (!(at >= 0 && at + length <= this.size))
      throw new RangeError(`${length} bytes at ${at}: not in the file`);
    const width = Math.min(Math.max(length, this.#width), this.size - at);
    const window = await this.#read(at, width);
    if (window.length !== width) throw new Error(`the store gave ${window.length} bytes of ${width}`);
    this.#window = window;
    this.#at = at;
    return window.subarray(0, length);
  }

  async *pieces(at: number, length: number): AsyncGenerator<Buffer> {
    for (let done = 0; done < length; ) {
      const piece = await this.bytes(at + done, Math.min(this.#width, length - done));
      yield piece;
      done += piece.length;
    }
  }
}
