import type { Holder } from '@g2/gateway/contract/holders';
import { ActionIcon } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import holdersCss from './holders.module.css';
import { texts } from './texts.ts';
import type { RemoveHolder } from './use-holders.ts';

const t = texts.holders;

interface HolderListProps {
  readonly holders: readonly Holder[];
  readonly remove: RemoveHolder;
}

export function HolderList({ holders, remove }: HolderListProps) {
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(holders.length);
  useEffect(() => {
    if (holders.length === count.current) return;
    count.current = holders.length;
    // The button pressed has gone, with its row or because it is not needed any more: the focus stays here.
    focusIfLost(box.current);
  }, [holders.length]);
  return (
    <div ref={box} tabIndex={-1} className={holdersCss.listBox}>
      {holders.length === 0 ? (
        <p className={holdersCss.none}>{t.empty}</p>
      ) : (
        <ul className={holdersCss.holders} aria-label={t.list}>
          {holders.map((holder) => (
            <HolderRow key={holder.id} holder={holder} remove={remove} />
          ))}
        </ul>
      )}
    </div>
  );
}

function HolderRow({ holder, remove }: { holder: Holder; remove: RemoveHolder }) {
  return (
    <li className={holdersCss.holder}>
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
  );
}
