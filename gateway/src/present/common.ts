import type { PageRequest } from '@g2/proto/common';

/** A moment as it leaves: ISO 8601 UTC. A service that leaves out a required one has a bug, and the answer's schema says so. */
export const iso = (at: Date | undefined): string => at?.toISOString() ?? '';

export const isoOrNull = (at: Date | undefined): string | null => at?.toISOString() ?? null;

export const orNull = <T>(value: T | undefined): T | null => value ?? null;

export type PageAsked = { page: number; limit: number };

export const toPageRequest = ({ page, limit }: PageAsked): PageRequest => ({ page, limit });

/** A page that a service counted. */
export const pageOfItems = <T>(
  asked: PageAsked,
  items: T[],
  { total, totalCapped = false }: { total: number; totalCapped?: boolean },
) => ({
  items,
  total,
  page: asked.page,
  pageSize: asked.limit,
  ...(totalCapped ? { totalCapped: true as const } : {}),
});

/** A page cut here, from a list that a service gives whole because it is short by nature. */
export const pageOfWhole = <T>({ page, limit }: PageAsked, all: T[]) => ({
  items: all.slice((page - 1) * limit, page * limit),
  total: all.length,
  page,
  pageSize: limit,
});
