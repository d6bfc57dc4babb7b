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

/** A date that is not `optional` in the protocol is always there; without it the response schema refuses the response. */
type Absent<T, K extends keyof T> = undefined extends T[K]
  ? Record<never, unknown> extends Pick<T, K>
    ? null
    : NonNullable<T[K]> extends Date
      ? never
      : null
  : never;

/** A message as JSON: dates as ISO 8601, absent fields as null. The response schema drops what it does not name. */
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

/** `fallback` when the call fails: the page is shown without this part. @param what for the log */
export const orWithout = <T, F>(asked: Promise<T>, fallback: F, what: string, log: Pick<Logger, 'warn'>) =>
  asked.catch((error: unknown): F => {
    log.warn({ err: error }, `${what} not available`);
    return fallback;
  });

export type PageQuery = { page: number; limit: number };

export const toPageRequest = ({ page, limit }: PageQuery): PageRequest => ({ page, limit });

export const pageOfItems = <T>(
  asked: PageQuery,
  items: T[],
  { total, totalCapped = false }: { total: number; totalCapped?: boolean },
) => ({
  items,
  total,
  page: asked.page,
  pageSize: asked.limit,
  ...(totalCapped ? { totalCapped: true as const } : {}),
});

/** Slices a complete list. */
export const pageOfWhole = <T>({ page, limit }: PageQuery, all: T[]) => ({
  items: all.slice((page - 1) * limit, page * limit),
  total: all.length,
  page,
  pageSize: limit,
});
