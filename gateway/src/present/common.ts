import type { Logger } from '@g2/kit/log';
import type { PageRequest } from '@g2/proto/common';

/** ISO 8601, UTC. A missing required date becomes '', which the response schema refuses. */
export const iso = (at: Date | undefined): string => at?.toISOString() ?? '';

export const orNull = <T>(value: T | undefined): T | null => value ?? null;

type Presented<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Presented<Item>[]
    : T extends object
      ? string extends keyof T
        ? T
        : { [K in keyof T]-?: Presented<NonNullable<T[K]>> | Absent<T, K> }
      : T;

/** A date that is not `optional` in the .proto is never null; the response schema refuses a response without it. */
type Absent<T, K extends keyof T> = undefined extends T[K]
  ? Record<never, unknown> extends Pick<T, K>
    ? null
    : NonNullable<T[K]> extends Date
      ? never
      : null
  : never;

/** Converts a message to JSON; absent fields become null. The response schema drops fields that it does not name. */
export const present = <T extends object>(message: T): Presented<T> =>
  Object.fromEntries(
    Object.entries(message).map(([name, value]) => [name, presentValue(value)]),
  ) as Presented<T>;

function presentValue(value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(presentValue);
  return typeof value === 'object' ? present(value) : value;
}

/** Returns `fallback` when the call fails, so that the page is shown without this part. @param what name for the log */
export const orWithout = <T, F>(request: Promise<T>, fallback: F, what: string, log: Pick<Logger, 'warn'>) =>
  request.catch((error: unknown): F => {
    log.warn({ err: error }, `${what} not available`);
    return fallback;
  });

export type PageQuery = { page: number; limit: number };

export const toPageRequest = ({ page, limit }: PageQuery): PageRequest => ({ page, limit });

export const pageOfItems = <T>(
  request: PageQuery,
  items: T[],
  { total, totalCapped = false }: { total: number; totalCapped?: boolean },
) => ({
  items,
  total,
  page: request.page,
  pageSize: request.limit,
  ...(totalCapped ? { totalCapped: true as const } : {}),
});

export const pageOfWhole = <T>({ page, limit }: PageQuery, all: T[]) => ({
  items: all.slice((page - 1) * limit, page * limit),
  total: all.length,
  page,
  pageSize: limit,
});
