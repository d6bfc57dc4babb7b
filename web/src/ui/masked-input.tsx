import { TextInput, type TextInputProps } from '@mantine/core';
import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';

interface MaskedInputProps extends Omit<TextInputProps, 'onChange' | 'onInput' | 'value'> {
  /** A constant: a new object on every render would build the mask anew. */
  readonly mask: MaskitoOptions;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Text field that writes its punctuation by itself. */
export function MaskedInput({ mask, value, onValue, ...props }: MaskedInputProps) {
  const ref = useMaskito({ options: mask });
  return (
    <TextInput
      {...props}
      ref={ref}
      value={value}
      onInput={(event) => onValue(event.currentTarget.value)}
      // The mask writes on input; React wants a handler beside `value`.
      onChange={() => undefined}
    />
  );
}
