import { TextInput, type TextInputProps } from '@mantine/core';
import type { MaskitoOptions } from '@maskito/core';
import { useMaskito } from '@maskito/react';

interface MaskedInputProps extends Omit<TextInputProps, 'onChange' | 'onInput' | 'value'> {
  /** Must be a constant: a new object on each render would recreate the mask. */
  readonly mask: MaskitoOptions;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

export function MaskedInput({ mask, value, onValue, ...props }: MaskedInputProps) {
  const ref = useMaskito({ options: mask });
  return (
    <TextInput
      {...props}
      ref={ref}
      value={value}
      onInput={(event) => onValue(event.currentTarget.value)}
      // Maskito changes the value on input; React requires an onChange handler beside `value`.
      onChange={() => undefined}
    />
  );
}
