import { MAX_PAGE_SIZE } from '@g2/gateway/contract/constants';
import { registrationCalls } from '@g2/gateway/contract/gen/calls/registrations';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../lib/call.ts';
import { foldText, wordsOf } from '../../lib/words.ts';
import { REGISTRATIONS } from '../../shared/registration/api.ts';
import { texts as versionTexts } from '../../shared/versions/texts.ts';
import { texts as t } from './texts.ts';

/** Debounce of the search, ms. */
const SEARCH_DELAY_MS = 250;

const registrationsQuery = (search: string) =>
  queryOptions({
    queryKey: [REGISTRATIONS, 'choices', search],
    queryFn: ({ signal }) =>
      call(registrationCalls.listRegistrations, { query: { search, limit: MAX_PAGE_SIZE }, signal }),
  });

interface RegistrationFieldProps {
  /** Id of the selected registration; empty if none is selected. */
  readonly value: string;
  readonly onChange: (id: string) => void;
  readonly error: ReactNode;
  /** Whether the registrations are loaded. */
  readonly isEnabled: boolean;
}

/** Selects one of the user's registrations, newest first. The server searches when one page does not contain all. */
export function RegistrationField({ value, onChange, error, isEnabled }: RegistrationFieldProps) {
  const [typedText, setTypedText] = useState('');
  const [search] = useDebouncedValue(typedText.trim(), SEARCH_DELAY_MS);
  const { data: newestPage } = useQuery({ ...registrationsQuery(''), enabled: isEnabled });
  const isIncomplete = newestPage !== undefined && newestPage.total > newestPage.items.length;
  const { data: searchPage } = useQuery({
    ...registrationsQuery(search),
    enabled: isIncomplete && search !== '',
  });
  const loaded = [...(newestPage?.items ?? []), ...(searchPage?.items ?? [])];
  const registrationsById = new Map(loaded.map((registration) => [registration.id, registration]));
  return (
    <Select
      label={t.registration}
      placeholder={t.noRegistration}
      description={isIncomplete ? t.searchHint(newestPage.total) : undefined}
      nothingFoundMessage={t.noRegistrationFound}
      searchable
      clearable
      searchValue={typedText}
      onSearchChange={setTypedText}
      filter={({ options, search: text }) =>
        options.filter(
          (option) =>
            'label' in option && wordsOf(text).every((word) => foldText(option.label).includes(word)),
        )
      }
      data={[...registrationsById.values()].map((registration) => ({
        value: registration.id,
        label: labelOf(registration),
      }))}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      error={error}
    />
  );
}

const labelOf = ({ title, versionNumber }: Registration): string =>
  versionNumber > 1 ? versionTexts.nameAndTitle(versionNumber, title) : title;
