import {
  type QueryKey,
  type UsePrefetchQueryOptions,
  type UseQueryOptions,
  usePrefetchQuery,
  useQuery,
} from '@tanstack/react-query';

/**
 * As `useQuery`, for what draws much: it is asked for while this is drawn. A query that begins once all is shown draws all
 * of it once more.
 */
export function useRead<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, Error, Data, Key> & UsePrefetchQueryOptions<Data, Error, Data, Data, Key>,
) {
  usePrefetchQuery(options);
  return useQuery(options);
}
