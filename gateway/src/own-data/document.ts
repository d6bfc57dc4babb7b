import type { CallOptions } from '@g2/kit/grpc-client';
import type { Clients } from '../clients.ts';

export type ExportContext = {
  clients: Clients;
  call: () => Promise<CallOptions>;
  publicUrl: string;
  now: Date;
};

/** `value` may be an AsyncIterable, which is written as a list. */
export type Part = readonly [name: string, value: unknown];

const isList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

const lineOf = (value: unknown): string => JSON.stringify(value, null, 1).replaceAll('\n', '\n ');

/** Streams the JSON, so that memory use does not grow with a list. */
export async function* jsonOf(parts: readonly Part[]): AsyncGenerator<string> {
  yield '{';
  for (const [index, [name, value]] of parts.entries()) {
    yield `${index === 0 ? '' : ','}\n ${JSON.stringify(name)}: `;
    if (isList(value)) yield* listOf(value);
    else yield lineOf(value);
  }
  yield '\n}\n';
}

async function* listOf(items: AsyncIterable<unknown>): AsyncGenerator<string> {
  yield '[';
  let isFirst = true;
  for await (const item of items) {
    yield `${isFirst ? '' : ','}\n  ${lineOf(item)}`;
    isFirst = false;
  }
  yield ']';
}

type Page<T> = { items: T[]; total: number };
const PAGE = 100;

/** Reads all pages. An item inserted at the front during the read may appear twice; none is lost. */
export async function* readAllPages<T>(
  readPage: (page: { page: number; limit: number }) => Promise<Page<T>>,
): AsyncGenerator<T> {
  for (let page = 1; ; page++) {
    const { items, total } = await readPage({ page, limit: PAGE });
    yield* items;
    if (items.length < PAGE || page * PAGE >= total) return;
  }
}

/** Maps `atOnce` items at a time in parallel, and yields the results in order. */
export async function* mapInOrder<T, U>(
  items: AsyncIterable<T>,
  make: (item: T) => Promise<U> | U,
  atOnce = 5,
): AsyncGenerator<U> {
  let batch: T[] = [];
  for await (const item of items) {
    batch.push(item);
    if (batch.length < atOnce) continue;
    yield* await Promise.all(batch.map(make));
    batch = [];
  }
  yield* await Promise.all(batch.map(make));
}
