import { type Holder, type HolderBody, holderBody } from '@g2/gateway/contract/holders';
import { ActionIcon, Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { removeHolder, updateHolder } from '../../shared/registration/api.ts';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import type { HolderForm } from './draft.ts';
import { HolderInputs, holderSubmit } from './holder-form.tsx';
import { texts } from './texts.ts';
import { useHolderChange } from './use-holders.ts';

const { holders: t, done, errors } = texts;

interface HolderListProps {
  readonly registrationId: string;
  readonly holders: readonly Holder[];
  readonly editing: string | null;
  readonly onEdit: (id: string | null) => void;
}

export function HolderList(props: HolderListProps) {
  const { holders } = props;
  const box = useRef<HTMLDivElement>(null);
  const count = useRef(holders.length);
  useEffect(() => {
    if (holders.length === count.current) return;
    count.current = holders.length;
    // The pressed button may have disappeared with its row: keep the focus in the list.
    focusIfLost(box.current);
  }, [holders.length]);
  return (
    <div ref={box} tabIndex={-1} className="mt-4">
      {holders.length === 0 ? (
        <p className="m-0 text-muted">{t.empty}</p>
      ) : (
        <ul className="g2-rows border border-line rounded-md" aria-label={t.list}>
          {holders.map((holder) => (
            <HolderItem key={holder.id} holder={holder} {...props} />
          ))}
        </ul>
      )}
    </div>
  );
}

function HolderItem(props: HolderListProps & { holder: Holder }) {
  const { registrationId, holder, holders, editing, onEdit } = props;
  const remove = useHolderChange(
    () => removeHolder(registrationId, holder.id),
    done.holderRemoved,
    errors.removeHolder,
  );
  const row = useRef<HTMLLIElement>(null);
  const isOpen = editing === holder.id;
  const wasOpen = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the fields.
    if (wasOpen.current && !isOpen) focusIfLost(row.current?.querySelector('button') ?? null);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li ref={row} className="grid grid-cols-[1fr_auto_auto] items-center gap-3 pr-3 pl-4 py-3">
      {isOpen ? (
        <HolderEdit
          registrationId={registrationId}
          holder={holder}
          others={holders.filter(({ id }) => id !== holder.id)}
          onClose={() => onEdit(null)}
        />
      ) : (
        <>
          <span className="min-w-0 font-semibold wrap-anywhere">
            {holder.holderName}
            <span className="g2-note block font-normal tabular-nums">{holder.holderTaxId}</span>
          </span>
          <span className="font-bold tabular-nums">{holder.ownershipPercentage}%</span>
          <span className="flex gap-0.5">
            <ActionIcon size="lg" aria-label={t.edit(holder.holderName)} onClick={() => onEdit(holder.id)}>
              <IconPencil size={18} aria-hidden />
            </ActionIcon>
            <ActionIcon
              color="red"
              size="lg"
              aria-label={t.remove(holder.holderName)}
              loading={remove.isPending}
              onClick={() => remove.mutate(undefined)}
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
  readonly registrationId: string;
  readonly holder: Holder;
  readonly others: readonly Holder[];
  readonly onClose: () => void;
}

/** Inline form to edit a listed holder; Esc cancels. */
function HolderEdit({ registrationId, holder, others, onClose }: HolderEditProps) {
  const update = useHolderChange(
    (body: HolderBody) => updateHolder(registrationId, holder.id, body),
    done.holderUpdated,
    errors.updateHolder,
  );
  const form = useForm<HolderForm>({
    initialValues: {
      holderName: holder.holderName,
      holderTaxId: holder.holderTaxId,
      ownershipPercentage: `${holder.ownershipPercentage}`,
    },
    validate: schemaResolver(holderBody, { sync: true }),
  });
  const submit = holderSubmit(form, others, (body, _values, onError) =>
    update.mutate(body, { onSuccess: onClose, onError }),
  );
  const leave = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      className="grid col-span-full grid-cols-1 gap-y-3 gap-x-4 tablet:grid-cols-2"
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
