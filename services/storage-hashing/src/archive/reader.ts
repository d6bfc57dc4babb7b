import { RandomAccessReader } from 'yauzl';
import type { Windows } from './source.ts';

/** The file as yauzl reads it, from where its offsets count. */
export class WindowReader extends RandomAccessReader {
  readonly #file: Windows;
  readonly #shift: number;
  /** Why the store could not give what is in the file: no fault of the ZIP. */
  fault: unknown;

  constructor(file: Windows, shift: number) {
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
