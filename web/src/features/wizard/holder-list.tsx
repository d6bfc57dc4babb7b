import { type Holder, holderBody } from '@g2/gateway/contract/holders';
import { ActionIcon, Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import type { HolderForm } from './draft.ts';
import { HolderInputs, holderSubmit } from './holder-form.tsx';
import holdersCss from './holders.module.css';
import { texts } from './texts.ts';
import type { RemoveHolder, UpdateHolder } from './use-holders.ts';

const t = texts.holders;

interface HolderListProps {
  readonly holders: readonly Holder[];
  readonly remove: RemoveHolder;
  readonly update: UpdateHolder;
  /** Id of the holder with open edit fields. */
  readonly editing: string | null;
  readonly onEdit: (id: string | null) => void;
}

export function HolderList({ holders, ...actions }: HolderListProps) {
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(holders.length);
  useEffect(() => {
    if (holders.length === count.current) return;
    count.current = holders.length;
    // The pressed button may have disappeared with its row: keep the focus in the list.
    focusIfLost(box.current);
  }, [holders.length]);
  return (
    <div ref={box} tabIndex={-1} className={holdersCss.listBox}>
      {holders.length === 0 ? (
        <p className={holdersCss.none}>{t.empty}</p>
      ) : (
        <ul className={holdersCss.holders} aria-label={t.list}>
          {holders.map((holder) => (
            <HolderItem key={holder.id} holder={holder} holders={holders} {...actions} />
          ))}
        </ul>
      )}
    </div>
  );
}

function HolderItem(props: HolderListProps & { holder: Holder }) {
  const { holder, holders, remove, update, editing, onEdit } = props;
  const row = useRef<HTMLLIElement>(null);
  const isOpen = editing === holder.id;
  const wasOpen = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the fields.
    if (wasOpen.current && !isOpen) focusIfLost(row.current?.querySelector('button') ?? null);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li ref={row} className={holdersCss.holder}>
      {isOpen ? (
        <HolderEdit holder={holder} holders={holders} update={update} onClose={() => onEdit(null)} />
      ) : (
        <>
          <span className={holdersCss.holderName}>
            {holder.holderName}
            <span className={holdersCss.holderTaxId}>{holder.holderTaxId}</span>
          </span>
          <span className={holdersCss.holderShare}>{holder.ownershipPercentage}%</span>
          <span className={holdersCss.holderTools}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t.edit(holder.holderName)}
              onClick={() => onEdit(holder.id)}
            >
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
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
          </span>
        </>
      )}
    </li>
  );
}

interface HolderEditProps {
  readonly holder: Holder;
  /** All listed holders, including this one. */
  readonly holders: readonly Holder[];
  readonly update: UpdateHolder;
  readonly onClose: () => void;
}

/** Inline form to edit a listed holder; Esc cancels. */
function HolderEdit({ holder, holders, update, onClose }: HolderEditProps) {
  const others = holders.filter(({ id }) => id !== holder.id);
  const form = useForm<HolderForm>({
    initialValues: {
      holderName: holder.holderName,
      holderTaxId: holder.holderTaxId,
      ownershipPercentage: `${holder.ownershipPercentage}`,
    },
    validate: schemaResolver(holderBody, { sync: true }),
  });
  const submit = holderSubmit(form, others, (body, _values, onError) =>
    update.mutate({ ...body, id: holder.id }, { onSuccess: onClose, onError }),
  );
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      className={holdersCss.holderEdit}
      aria-label={t.edit(holder.holderName)}
      onSubmit={submit}
      onKeyDown={leave}
      noValidate
    >
      <HolderInputs form={form} others={others} nameProps={{ autoFocus: true }}>
        <Button size="sm" type="submit" loading={update.isPending}>
          {t.save}
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          {t.cancel}
        </Button>
      </HolderInputs>
    </form>
  );
}
