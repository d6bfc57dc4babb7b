import type { Holder } from '@g2/gateway/contract/holders';
import { ActionIcon, Skeleton } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../lib/http.ts';
import { holdersQuery, removeHolder } from '../../lib/registrations.ts';
import { notify } from '../../ui/toast-store.ts';
import holdersCss from './holders.module.css';
import { texts } from './texts.ts';

const t = texts.holders;

interface HolderListProps {
  readonly registrationId: string;
  /** undefined while they load. */
  readonly holders: readonly Holder[] | undefined;
}

export function HolderList({ registrationId, holders }: HolderListProps) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (holderId: string) => removeHolder(registrationId, holderId),
    onSuccess: () => notify.success(texts.done.holderRemoved),
    onError: (error) => notify.error(texts.errors.removeHolder, messageOf(error, texts.errors.holderText)),
    onSettled: () => client.invalidateQueries({ queryKey: holdersQuery(registrationId).queryKey }),
  });
  if (holders === undefined) return <Skeleton height={56} radius="md" aria-label={t.loading} />;
  if (holders.length === 0) return <p className={holdersCss.none}>{t.empty}</p>;
  return (
    <ul className={holdersCss.holders} aria-label={t.list}>
      {holders.map((holder) => (
        <li key={holder.id} className={holdersCss.holder}>
          <span className={holdersCss.holderName}>
            {holder.holderName}
            <span className={holdersCss.holderTaxId}>{holder.holderTaxId}</span>
          </span>
          <span className={holdersCss.holderShare}>{holder.ownershipPercentage}%</span>
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={t.remove(holder.holderName)}
            loading={remove.isPending && remove.variables === holder.id}
            onClick={() => remove.mutate(holder.id)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}
