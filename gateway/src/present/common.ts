import type { PageRequest } from '@g2/proto/common';

/** ISO 8601, UTC. A missing required date becomes '', which the response schema refuses. */
export const iso = (at: Date | undefined): string => at?.toISOString() ?? '';

export const isoOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null;

export const orNull = <T>(value: T | undefined): T | null => value ?? null;

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
