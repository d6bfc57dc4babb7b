import { MAX_PAGE_SIZE } from '@g2/gateway/contract/common';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import { foldText, wordsOf } from '../../lib/words.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';
import { texts as versions } from '../../shared/versions/texts.ts';
import { texts as t } from './texts.ts';

/** Debounce of the search, ms. */
const SEARCH_DELAY_MS = 250;

const choicesQuery = (search: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'choices', search],
    queryFn: ({ signal }) =>
      call(registrationCalls.listRegistrations, { query: { search, limit: MAX_PAGE_SIZE }, signal }),
  });

interface RegistrationFieldProps {
  /** Id of the registration; empty for none. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: ReactNode;
  /** Whether to load the registrations: once the user begins to write. */
  readonly isEnabled: boolean;
}

/** Selects one of the user's registrations, newest first. When one page cannot hold all, the server searches. */
export function RegistrationField({ value, onChange, error, isEnabled }: RegistrationFieldProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), SEARCH_DELAY_MS);
  const { data: newest } = useQuery({ ...choicesQuery(''), enabled: isEnabled });
  const isIncomplete = newest !== undefined && newest.total > newest.items.length;
  const { data: found } = useQuery({ ...choicesQuery(search), enabled: isIncomplete && search !== '' });
  const known = new Map([...(newest?.items ?? []), ...(found?.items ?? [])].map((one) => [one.id, one]));
  return (
    <Select
      label={t.registration}
      placeholder={t.noRegistration}
      description={isIncomplete ? t.searchAll(newest.total) : undefined}
      nothingFoundMessage={t.noneFound}
      searchable
      clearable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options, search: text }) =>
        options.filter(
          (one) => 'label' in one && wordsOf(text).every((word) => foldText(one.label).includes(word)),
        )
      }
      data={[...known.values()].map((one) => ({ value: one.id, label: labelOf(one) }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      error={error}
    />
  );
}

const labelOf = ({ title, versionNumber }: Registration): string =>
  versionNumber > 1 ? versions.of(versionNumber, title) : title;
