import type { User } from '@g2/gateway/contract/users';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { HttpError, request } from './http.ts';

/** The signed-in user, or null: 401 is an answer here, not an error. */
export const userQuery = queryOptions({
  queryKey: ['/api/auth/user'],
  queryFn: async ({ signal }): Promise<User | null> => {
    try {
      return await request<User>('GET', '/api/auth/user', { signal });
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) return null;
      throw error;
    }
  },
});

/** undefined while the session loads, null when signed out. */
export function useUser(): User | null | undefined {
  return useQuery(userQuery).data;
}
