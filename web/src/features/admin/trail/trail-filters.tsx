import { ACT_NAMES, AUDIT_ACTIONS } from '@g2/gateway/contract/audit';
import { Select, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import type { ListParams } from '../../../lib/list-params.ts';
import { useFoundUsers } from '../credits/use-found-users.ts';
import { DAY, PeriodInputs, paramOf, UUID } from '../list.tsx';
import { nameOf } from '../users/user-cells.tsx';
import { texts } from './texts.ts';

const t = texts.filters;
const SEARCH_DELAY_MS = 250;

/** Filter of the audit trail; '' means any. */
type TrailFilter = Readonly<Record<'action' | 'actor' | 'subject' | 'from' | 'to', string>>;

/** The filter from the URL; an invalid value counts as absent. */
export const filterOf = (params: ListParams): TrailFilter => ({
  action: AUDIT_ACTIONS.find((known) => known === params.get('action')) ?? '',
  actor: paramOf(params, 'actor', UUID),
  subject: paramOf(params, 'subject', /^[\w-]{1,100}$/),
  from: paramOf(params, 'from', DAY),
  to: paramOf(params, 'to', DAY),
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
      <PersonSelect value={filter.actor} onChange={(actor) => setFilter('actor', actor)} />
      <SubjectInput
        key={filter.subject}
        value={filter.subject}
        onChange={(subject) => setFilter('subject', subject)}
      />
      <PeriodInputs params={params} period={filter} texts={t} />
    </search>
  );
}

interface FilterProps {
  /** The filter's value; '' filters nothing. */
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Selects a user by name or e-mail. A user that is not found, such as a removed one, is shown by id. */
function PersonSelect({ value, onChange }: FilterProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { known } = useFoundUsers(typed, search);
  const people = known.map((one) => ({ value: one.id, label: `${nameOf(one)} (${one.email})` }));
  const isKnown = value === '' || people.some((one) => one.value === value);
  return (
    <Select
      label={t.actor}
      placeholder={t.anyActor}
      nothingFoundMessage={t.noActor}
      searchable
      clearable
      onSearchChange={setTyped}
      data={isKnown ? people : [{ value, label: value }, ...people]}
      value={value === '' ? null : value}
      onChange={(actor) => onChange(actor ?? '')}
    />
  );
}

/** Field for a pasted id; it filters on blur or on Enter. */
function SubjectInput({ value, onChange }: FilterProps) {
  const [typed, setTyped] = useState(value);
  const send = () => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <TextInput
        label={t.subject}
        placeholder={t.subjectHint}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onBlur={send}
      />
    </form>
  );
}
