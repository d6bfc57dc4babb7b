import { inspectArchive } from '../archive/inspect.ts';
import type { ReadAt } from '../archive/source.ts';
import {
  type BytesGiven,
  type BytesWanted,
  type InspectionOrder,
  type InspectionReport,
  toldOf,
} from './inspect-aside.ts';

let given: ((bytes: BytesGiven) => void) | undefined;

/** One read at a time. */
const read: ReadAt = async (at, length) => {
  const { promise, resolve } = Promise.withResolvers<BytesGiven>();
  given = resolve;
  const wanted: BytesWanted = { at, length };
  process.send?.(wanted);
  const answer = await promise;
  if ('failed' in answer) throw new Error('the service could not read the deposit');
  return Buffer.from(answer.bytes.buffer, answer.bytes.byteOffset, answer.bytes.byteLength);
};

async function report({ size }: InspectionOrder): Promise<InspectionReport> {
  try {
    return { inspection: await inspectArchive(read, size) };
  } catch (error) {
    return toldOf(error);
  }
}

process.on('message', (said: InspectionOrder | BytesGiven) => {
  if ('size' in said) void report(said).then((told) => process.send?.(told));
  else given?.(said);
});
// The parent is gone; SIGTERM and SIGINT reach the whole group and are the parent's to handle.
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
