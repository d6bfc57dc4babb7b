import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import type { Ref } from 'react';
import { texts as t } from './texts.ts';

interface SearchBoxProps {
  readonly label: string;
  readonly placeholder: string;
  /** Tooltip. Screen readers also read it after the field's name. */
  readonly hint?: string | undefined;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputRef?: Ref<HTMLInputElement>;
}

/** Search field of a list. The magnifying glass replaces a visible label; screen readers get the label. */
export function SearchBox({ label, placeholder, hint, value, onChange, inputRef }: SearchBoxProps) {
  return (
    <TextInput
      ref={inputRef ?? null}
      className="flex-[1_1_310px] max-w-105 narrow:basis-full narrow:max-w-none"
      inputMode="search"
      autoComplete="off"
      aria-label={label}
      placeholder={placeholder}
      title={hint}
      maxLength={200}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={value !== '' && <CloseButton aria-label={t.clearSearch} onClick={() => onChange('')} />}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
