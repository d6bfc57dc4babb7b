import { accountCalls } from '@g2/gateway/contract/gen/calls/accounts';
import { Button, Divider, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { pathOf } from '../../lib/call.ts';
import { providersQuery } from '../../shared/providers/api.ts';
import { ProviderIcon } from '../../shared/providers/provider-icon.tsx';
import { texts } from './texts.ts';

/** A sign-in button for each identity provider. Renders nothing if there are none or the list cannot be loaded. */
export function ProviderButtons({ label }: { label: (name: string) => string }) {
  const { data } = useQuery(providersQuery);
  const returnUrl = new URLSearchParams(useLocation().search).get('next') ?? undefined;
  const items = data?.items ?? [];
  if (items.length === 0) return null;
  return (
    <Stack gap="sm" mt="md">
      <Divider label={texts.providers.separator} />
      {items.map(({ id, name, kind }) => (
        <Button
          key={id}
          component="a"
          href={pathOf(accountCalls.startExternalLogin, { query: { provider: id, next: returnUrl } })}
          variant="default"
          fullWidth
          leftSection={<ProviderIcon id={id} kind={kind} size={18} />}
        >
          {label(name)}
        </Button>
      ))}
    </Stack>
  );
}
