import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { Textarea, type TextareaProps } from '@mantine/core';

/** A field of several lines for a reason or a note. */
export const ReasonInput = (props: TextareaProps) => (
  <Textarea autosize minRows={2} maxRows={6} maxLength={MAX_LENGTH.reason} {...props} />
);
