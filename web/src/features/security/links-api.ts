import { linkRoutes } from '@g2/gateway/contract/routes/links';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/call.ts';

const LINKS = linkRoutes.listLinks.path;

/** The provider accounts that can sign in to the user's account. */
export const linksQuery = queryOptions({
  queryKey: [LINKS],
  queryFn: ({ signal }) => call(linkRoutes.listLinks, { signal }),
});

/** Starts linking a provider account: the browser goes to the provider and returns to this page. */
export const useStartLink = () =>
  useMutation({
    mutationFn: (provider: string) => call(linkRoutes.startLink, { body: { provider } }),
    onSuccess: ({ redirectUrl }) => window.location.assign(redirectUrl),
  });

export function useUnlink() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (provider: string) => call(linkRoutes.unlink, { params: { provider } }),
    onSettled: () => client.invalidateQueries({ queryKey: [LINKS] }),
  });
}
