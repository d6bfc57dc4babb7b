import { inspectArchive } from '../archive/inspect.ts';
import type { ReadAt } from '../archive/windowed-reader.ts';
import {
  type BytesGiven,
  type BytesWanted,
  type InspectionOrder,
  type InspectionReport,
  reportOfError,
} from './inspection-sandbox.ts';

let resolveRead: ((bytes: BytesGiven) => void) | undefined;

/** Requests bytes of the deposit from the parent process; supports one read at a time. */
const read: ReadAt = async (at, length) => {
  const { promise, resolve } = Promise.withResolvers<BytesGiven>();
  resolveRead = resolve;
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
    return reportOfError(error);
  }
}

process.on('message', (message: InspectionOrder | BytesGiven) => {
  if ('size' in message) void report(message).then((result) => process.send?.(result));
  else resolveRead?.(message);
});
// Exits with the parent. SIGTERM and SIGINT reach the whole process group, but only the parent handles them.
process.on('disconnect', () => process.exit());
process.on('SIGTERM', () => {});
process.on('SIGINT', () => {});
