import type { User } from '@g2/gateway/contract/users';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { placesFor } from './places.ts';
import { isSearchable, type ResultGroup, useSearchResults } from './search-results.ts';
import { texts as t } from './texts.ts';

/** Debounce of the search, ms. */
const SEARCH_DELAY_MS = 200;

/** Search for pages, registrations, people and payments. */
export function Finder({ role, onClose }: { role: User['role']; onClose: () => void }) {
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const groups = useSearchResults(role, search);
  const places = placesFor(role, typed);
  const hasSearch = isSearchable(search);
  const isWaiting =
    typed.trim() !== search || (hasSearch && groups.some(({ results, failed }) => !results && !failed));
  const found = groups.filter(({ results }) => hasSearch && (results?.items.length ?? 0) > 0);
  const hasNoResult = !isWaiting && hasSearch && places.length === 0 && found.length === 0;
  const shown = [
    places.length,
    ...found.map(({ name, results }) => `${name}${results?.items.length}`),
  ].join();
  // A layout effect selects the first option before paint, so that an early arrow key moves on from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown is the signal; the store is new on every render.
  useLayoutEffect(() => void combobox.selectFirstOption(), [shown, typed]);
  return (
    <Combobox
      store={combobox}
      withinPortal={false}
      onOptionSubmit={(to) => {
        onClose();
        void navigate(to);
      }}
    >
      <Combobox.EventsTarget autoComplete="off">
        <TextInput
          data-autofocus
          inputMode="search"
          aria-label={t.label}
          placeholder={t.placeholder}
          description={role === 'admin' ? t.adminHint : t.staffHint}
          maxLength={200}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={isWaiting && isSearchable(typed) && <Loader size={16} aria-label={t.waiting} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          // The option list is always open, so Escape must close the dialog instead of the list.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <div className="mt-2 max-h-[min(60dvh,520px)] overflow-y-auto" aria-live="polite">
        <Combobox.Options aria-label={t.title}>
          {places.length > 0 && (
            <Combobox.Group label={t.groups.places}>
              {places.map(({ name, to }) => (
                <Option key={to} to={to}>
                  <IconArrowRight className="flex-none self-center text-muted" size={16} aria-hidden />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </Option>
              ))}
            </Combobox.Group>
          )}
          {found.map((group) => (
            <GroupOptions key={group.name} group={group} />
          ))}
        </Combobox.Options>
        {hasNoResult && <p className="m-0 mt-2 text-muted text-sm">{t.none(search)}</p>}
        {typed.trim().length === 1 && <p className="m-0 mt-2 text-muted text-sm">{t.short}</p>}
        {hasSearch &&
          groups
            .filter(({ failed }) => failed)
            .map(({ name }) => (
              <p key={name} className="m-0 mt-2 text-muted text-sm" role="alert">
                {t.failed(t.groups[name])}
              </p>
            ))}
      </div>
      <p className="m-0 mt-2 text-muted text-sm phone:hidden">{t.keys}</p>
    </Combobox>
  );
}

/** The results of one kind, and a link to the full list if there are more. */
function GroupOptions({ group: { name, results } }: { group: ResultGroup }) {
  if (results === undefined) return null;
  const { items, total, capped, all } = results;
  return (
    <Combobox.Group label={t.groups[name]}>
      {items.map((item) => (
        <Option key={item.to} to={item.to}>
          <span className="min-w-0 wrap-anywhere">{item.name}</span>
          <span className="ml-auto text-muted text-sm text-right wrap-anywhere">{item.detail}</span>
        </Option>
      ))}
      {total > items.length && (
        <Option to={all}>
          <span className="text-accent text-sm">{t.all(total, capped)}</span>
        </Option>
      )}
    </Combobox.Group>
  );
}

function Option({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Combobox.Option
      value={to}
      className="flex items-baseline gap-2 min-h-9.5 p-2 data-combobox-selected:bg-accent-soft data-combobox-selected:text-ink"
    >
      {children}
    </Combobox.Option>
  );
}
