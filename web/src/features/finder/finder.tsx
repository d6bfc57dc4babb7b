import type { User } from '@g2/gateway/contract/users';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { pagesFor } from './places.ts';
import { isSearchable, type ResultGroup, useSearchResults } from './search-results.ts';
import { texts as t } from './texts.ts';

/** Debounce of the search, ms. */
const SEARCH_DELAY_MS = 200;

/** Search for pages, registrations, people and payments. */
export function Finder({ role, onClose }: { role: User['role']; onClose: () => void }) {
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const [typedText, setTypedText] = useState('');
  const [search] = useDebouncedValue(typedText.trim(), SEARCH_DELAY_MS);
  const groups = useSearchResults(role, search);
  const pages = pagesFor(role, typedText);
  const hasSearch = isSearchable(search);
  const isWaiting =
    typedText.trim() !== search ||
    (hasSearch && groups.some(({ results, hasFailed }) => !results && !hasFailed));
  const groupsWithResults = groups.filter(({ results }) => hasSearch && (results?.items.length ?? 0) > 0);
  const hasNoResult = !isWaiting && hasSearch && pages.length === 0 && groupsWithResults.length === 0;
  const resultsKey = [
    pages.length,
    ...groupsWithResults.map(({ name, results }) => `${name}${results?.items.length}`),
  ].join();
  // Selects the first option before the browser paints, so that an arrow key pressed early moves to the second option.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the options change.
  useLayoutEffect(() => void combobox.selectFirstOption(), [resultsKey, typedText]);
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
          aria-label={t.fieldLabel}
          placeholder={t.placeholder}
          description={role === 'admin' ? t.adminHint : t.staffHint}
          maxLength={200}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={isWaiting && isSearchable(typedText) && <Loader size={16} aria-label={t.searching} />}
          value={typedText}
          onChange={(event) => setTypedText(event.currentTarget.value)}
          // The option list is always open, so Escape must close the dialog instead of the list.
          onKeyDown={({ key }) => key === 'Escape' && onClose()}
        />
      </Combobox.EventsTarget>
      <div className="mt-2 max-h-[min(60dvh,520px)] overflow-y-auto" aria-live="polite">
        <Combobox.Options aria-label={t.title}>
          {pages.length > 0 && (
            <Combobox.Group label={t.groups.places}>
              {pages.map(({ name, to }) => (
                <ResultOption key={to} to={to}>
                  <IconArrowRight className="flex-none self-center text-muted" size={16} aria-hidden />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                </ResultOption>
              ))}
            </Combobox.Group>
          )}
          {groupsWithResults.map((group) => (
            <GroupOptions key={group.name} group={group} />
          ))}
        </Combobox.Options>
        {hasNoResult && <p className="m-0 mt-2 text-muted text-sm">{t.nothingFound(search)}</p>}
        {typedText.trim().length === 1 && <p className="m-0 mt-2 text-muted text-sm">{t.textTooShort}</p>}
        {hasSearch &&
          groups
            .filter(({ hasFailed }) => hasFailed)
            .map(({ name }) => (
              <p key={name} className="m-0 mt-2 text-muted text-sm" role="alert">
                {t.searchFailed(t.groups[name])}
              </p>
            ))}
      </div>
      <p className="m-0 mt-2 text-muted text-sm phone:hidden">{t.keyboardHint}</p>
    </Combobox>
  );
}

/** The options of one kind of result, and a link to the full list if there are more results. */
function GroupOptions({ group: { name, results } }: { group: ResultGroup }) {
  if (results === undefined) return null;
  const { items, total, isTotalMinimum, listPath } = results;
  return (
    <Combobox.Group label={t.groups[name]}>
      {items.map((item) => (
        <ResultOption key={item.to} to={item.to}>
          <span className="min-w-0 wrap-anywhere">{item.name}</span>
          <span className="ml-auto text-muted text-sm text-right wrap-anywhere">{item.detail}</span>
        </ResultOption>
      ))}
      {total > items.length && (
        <ResultOption to={listPath}>
          <span className="text-accent text-sm">{t.showAll(total, isTotalMinimum)}</span>
        </ResultOption>
      )}
    </Combobox.Group>
  );
}

function ResultOption({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Combobox.Option
      value={to}
      className="flex items-baseline gap-2 min-h-9.5 p-2 data-combobox-selected:bg-accent-soft data-combobox-selected:text-ink"
    >
      {children}
    </Combobox.Option>
  );
}
