import {
  type QueryKey,
  type UsePrefetchQueryOptions,
  type UseQueryOptions,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query';

/**
 * `useQuery` for large components: the fetch starts during render. A query that starts after the first render would
 * render the whole component once more.
 */
export function useEagerQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key> & UsePrefetchQueryOptions<Data, Error, Data, Data, Key>,
) {
  usePrefetchQuery(options);
  return useQuery(options);
}
