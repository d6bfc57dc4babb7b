import { type Holder, type HolderBody, holderBody } from '@g2/gateway/contract/holders';
import { ActionIcon, Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { removeHolder, updateHolder } from '../../shared/registration/api.ts';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import type { HolderForm } from './draft.ts';
import { HolderInputs, holderSubmitHandler } from './holder-form.tsx';
import { texts } from './texts.ts';
import { useHolderChange } from './use-holders.ts';

const { holders: t, done, errors } = texts;

interface HolderListProps {
  readonly registrationId: string;
  readonly holders: readonly Holder[];
  /** Id of the holder being edited. */
  readonly editedId: string | null;
  readonly onEdit: (id: string | null) => void;
}

export function HolderList(props: HolderListProps) {
  const { holders } = props;
  const container = useRef<HTMLDivElement>(null);
  const previousCount = useRef(holders.length);
  useEffect(() => {
    if (holders.length === previousCount.current) return;
    previousCount.current = holders.length;
    // The pressed button may have disappeared with its row: keep the focus in the list.
    focusIfLost(container.current);
  }, [holders.length]);
  return (
    <div ref={container} tabIndex={-1} className="mt-4">
      {holders.length === 0 ? (
        <p className="m-0 text-muted">{t.noHolders}</p>
      ) : (
        <ul className="g2-rows border border-line rounded-md" aria-label={t.listLabel}>
          {holders.map((holder) => (
            <HolderItem key={holder.id} holder={holder} {...props} />
          ))}
        </ul>
      )}
    </div>
  );
}

function HolderItem(props: HolderListProps & { holder: Holder }) {
  const { registrationId, holder, holders, editedId, onEdit } = props;
  const removeMutation = useHolderChange(
    () => removeHolder(registrationId, holder.id),
    done.holderRemoved,
    errors.removeHolderTitle,
  );
  const listItem = useRef<HTMLLIElement>(null);
  const isOpen = editedId === holder.id;
  const wasOpen = useRef(false);
  useEffect(() => {
    // Return the focus to the button that opened the fields.
    if (wasOpen.current && !isOpen) focusIfLost(listItem.current?.querySelector('button') ?? null);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return (
    <li ref={listItem} className="grid grid-cols-[1fr_auto_auto] items-center gap-3 pr-3 pl-4 py-3">
      {isOpen ? (
        <HolderEdit
          registrationId={registrationId}
          holder={holder}
          otherHolders={holders.filter(({ id }) => id !== holder.id)}
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
              loading={removeMutation.isPending}
              onClick={() => removeMutation.mutate(undefined)}
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
  readonly otherHolders: readonly Holder[];
  readonly onClose: () => void;
}

/** Form to edit a holder inside the list. Escape closes it. */
function HolderEdit({ registrationId, holder, otherHolders, onClose }: HolderEditProps) {
  const updateMutation = useHolderChange(
    (body: HolderBody) => updateHolder(registrationId, holder.id, body),
    done.holderUpdated,
    errors.updateHolderTitle,
  );
  const form = useForm<HolderForm>({
    initialValues: {
      holderName: holder.holderName,
      holderTaxId: holder.holderTaxId,
      ownershipPercentage: `${holder.ownershipPercentage}`,
    },
    validate: schemaResolver(holderBody, { sync: true }),
  });
  const submit = holderSubmitHandler(form, otherHolders, (body, _values, onError) =>
    updateMutation.mutate(body, { onSuccess: onClose, onError }),
  );
  const closeOnEscape = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    onClose();
  };
  return (
    <form
      className="grid col-span-full grid-cols-1 gap-y-3 gap-x-4 tablet:grid-cols-2"
      aria-label={t.edit(holder.holderName)}
      onSubmit={submit}
      onKeyDown={closeOnEscape}
      noValidate
    >
      <HolderInputs form={form} otherHolders={otherHolders} nameProps={{ autoFocus: true }}>
        <Button size="sm" type="submit" loading={updateMutation.isPending}>
          {t.save}
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          {t.cancel}
        </Button>
      </HolderInputs>
    </form>
  );
}
