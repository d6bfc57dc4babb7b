import type { User } from '@g2/gateway/contract/users';
import { Combobox, Loader, TextInput, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconArrowRight, IconSearch } from '@tabler/icons-react';
import { useLayoutEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { Modal } from '../../ui/modal.tsx';
import classes from './finder.module.css';
import { placesFor } from './places.ts';
import { isSearchable, type ResultGroup, type SearchResult, useSearchResults } from './search-results.ts';
import { texts as t } from './texts.ts';

/** Debounce of the search, ms. */
const SEARCH_DELAY_MS = 200;

interface FinderProps {
  readonly role: User['role'];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Search dialog for pages, registrations, people and payments, available on every page. */
export function Finder({ role, opened, onClose }: FinderProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t.title}
      size="lg"
      yOffset="10dvh"
      transitionProps={{ duration: 0 }}
    >
      <FinderSearch role={role} onClose={onClose} />
    </Modal>
  );
}

function FinderSearch({ role, onClose }: Omit<FinderProps, 'opened'>) {
  const navigate = useNavigate();
  const combobox = useCombobox({ opened: true });
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const groups = useSearchResults(role, search);
  const places = placesFor(role, typed);
  const isAsked = isSearchable(search);
  const isWaiting =
    typed.trim() !== search || (isAsked && groups.some(({ results, failed }) => !results && !failed));
  const found = groups.filter(({ results }) => isAsked && results !== undefined && results.items.length > 0);
  const hasNoResult = !isWaiting && isAsked && places.length === 0 && found.length === 0;
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
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose();
          }}
        />
      </Combobox.EventsTarget>
      <div className={classes.results} aria-live="polite">
        <Combobox.Options aria-label={t.title}>
          {places.length > 0 && (
            <Combobox.Group label={t.groups.places}>
              {places.map(({ name, to }) => (
                <Combobox.Option key={to} value={to} className={classes.option ?? ''}>
                  <IconArrowRight size={16} aria-hidden />
                  <span className={classes.name}>{name}</span>
                </Combobox.Option>
              ))}
            </Combobox.Group>
          )}
          {found.map((group) => (
            <GroupOptions key={group.name} group={group} />
          ))}
        </Combobox.Options>
        {hasNoResult && <p className={classes.note}>{t.none(search)}</p>}
        {typed.trim().length === 1 && <p className={classes.note}>{t.short}</p>}
        {isAsked &&
          groups
            .filter(({ failed }) => failed)
            .map(({ name }) => (
              <p key={name} className={classes.note} role="alert">
                {t.failed(t.groups[name])}
              </p>
            ))}
      </div>
      <p className={classes.keys}>{t.keys}</p>
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
        <FoundOption key={item.to} item={item} />
      ))}
      {total > items.length && (
        <Combobox.Option value={all} className={classes.option ?? ''}>
          <span className={classes.all}>{t.all(total, capped)}</span>
        </Combobox.Option>
      )}
    </Combobox.Group>
  );
}

function FoundOption({ item: { to, name, detail } }: { item: SearchResult }) {
  return (
    <Combobox.Option value={to} className={classes.option ?? ''}>
      <span className={classes.name}>{name}</span>
      <span className={classes.detail}>{detail}</span>
    </Combobox.Option>
  );
}
