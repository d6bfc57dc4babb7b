import { RandomAccessReader } from 'yauzl';
import type { WindowedReader } from './windowed-reader.ts';

/** Lets yauzl read a ZIP; adds the length of the bytes before the archive to each position. */
export class YauzlReader extends RandomAccessReader {
  readonly #file: WindowedReader;
  readonly #shift: number;
  /** Error of the object store; undefined when a failure is due to a damaged ZIP. */
  fault: unknown;

  constructor(file: WindowedReader, shift: number) {
    super();
    this.#file = file;
    this.#shift = shift;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const at = position + this.#shift;
    const held = this.#file.held(at, length);
    if (held !== undefined) {
      held.copy(target, offset);
      callback(null);
      return;
    }
    this.#file.bytes(at, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        callback(null);
      },
      (error: unknown) => {
        if (!(error instanceof RangeError)) this.fault = error;
        callback(error instanceof Error ? error : new Error('read failed', { cause: error }));
      },
    );
  }
}
