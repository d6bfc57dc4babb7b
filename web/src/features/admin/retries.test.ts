import type { Query } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { HttpError } from '../../lib/failures.ts';
import { operatorsQuery } from '../../shared/registration/staff-change.ts';
import * as api from './api.ts';

type Retry = (failureCount: number, error: Error) => boolean;

it('[cache-admin-retries] retries only overview figures and the list of registrations, twice, and not after 403', () => {
  const queries: Record<string, { retry?: unknown; queryKey: Query['queryKey'] }> = {
    enhancedStats: api.enhancedStatsQuery,
    registrations: api.allRegistrationsQuery(1, '', ''),
    users: api.usersQuery(1, ''),
    operators: operatorsQuery,
    analytics: api.analyticsQuery(30),
    transactions: api.userTransactionsQuery('u1', 1),
  };
  const retriedQueries = Object.entries(queries).filter(([, query]) => query.retry !== undefined);
  expect(retriedQueries.map(([name]) => name)).toEqual(['enhancedStats', 'registrations']);
  for (const [, query] of retriedQueries) {
    const retry = query.retry as Retry;
    for (const error of [new TypeError('Failed to fetch'), new HttpError(503, 'Fora do ar')])
      expect([0, 1, 2].map((failureCount) => retry(failureCount, error))).toEqual([true, true, false]);
    expect(retry(0, new HttpError(403, 'Acesso negado'))).toBe(false);
  }
});
