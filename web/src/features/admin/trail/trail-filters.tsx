import { ACT_NAMES, AUDIT_ACTIONS } from '@g2/gateway/contract/audit';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ListParams } from '../../../lib/list-params.ts';
import { useFoundUsers } from '../credits/use-found-users.ts';
import { DAY_PATTERN, PeriodInputs, UUID_PATTERN, validParam } from '../list.tsx';
import { nameOf } from '../users/user-cells.tsx';
import { texts } from './texts.ts';

const t = texts.filters;
const SEARCH_DELAY_MS = 250;

/** The filters of the audit trail; '' means any. */
type TrailFilter = Readonly<Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>>;

/** The filters in the URL. An invalid value counts as absent. */
export const filterOf = (params: ListParams): TrailFilter => ({
  action: AUDIT_ACTIONS.find((value) => value === params.get('action')) ?? '',
  actor: validParam(params, 'actor', UUID_PATTERN),
  subject: validParam(params, 'subject', /^[\w-]{1,100}$/),
  from: validParam(params, 'from', DAY_PATTERN),
  to: validParam(params, 'to', DAY_PATTERN),
});

export function TrailFilters({ params, filter }: { params: ListParams; filter: TrailFilter }) {
  const { setFilter } = params;
  return (
    <search className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,190px),1fr))] gap-3 mb-4">
      <Select
        label={t.action}
        placeholder={t.anyAction}
        searchable
        clearable
        data={Object.entries(ACT_NAMES).map(([value, label]) => ({ value, label }))}
        value={filter.action === '' ? null : filter.action}
        onChange={(action) => setFilter('action', action ?? '')}
      />
      <ActorSelect value={filter.actor} onChange={(actor) => setFilter('actor', actor)} />
      <SubjectInput
        key={filter.subject}
        value={filter.subject}
        onChange={(subject) => setFilter('subject', subject)}
      />
      <PeriodInputs params={params} period={filter} texts={t} />
    </search>
  );
}

interface FilterFieldProps {
  /** The value of the filter; '' means any. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Selects a user by name or e-mail. A user that the search does not find is shown by its id. */
function ActorSelect({ value, onChange }: FilterFieldProps) {
  const [typedText, setTypedText] = useState('');
  const [search] = useDebouncedValue(typedText.trim(), SEARCH_DELAY_MS);
  const { loadedUsers } = useFoundUsers(typedText, search);
  const userOptions = loadedUsers.map((user) => ({
    value: user.id,
    label: `${nameOf(user)} (${user.email})`,
  }));
  const isListed = value === '' || userOptions.some((option) => option.value === value);
  return (
    <Select
      label={t.actor}
      placeholder={t.anyActor}
      nothingFoundMessage={t.noActor}
      searchable
      clearable
      onSearchChange={setTypedText}
      data={isListed ? userOptions : [{ value, label: value }, ...userOptions]}
      value={value === '' ? null : value}
      onChange={(actor) => onChange(actor ?? '')}
    />
  );
}

/** A text field for an id. It filters the list on blur or Enter. */
function SubjectInput({ value, onChange }: FilterFieldProps) {
  const [typedText, setTypedText] = useState(value);
  const applyFilter = () => {
    if (typedText.trim() !== value) onChange(typedText.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        applyFilter();
      }}
    >
      <TextInput
        label={t.subject}
        placeholder={t.subjectHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typedText}
        onChange={(event) => setTypedText(event.currentTarget.value)}
        onBlur={applyFilter}
      />
    </form>
  );
}
