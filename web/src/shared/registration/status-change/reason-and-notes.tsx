import { MAX_LENGTH } from '@g2/gateway/contract/constants';
import { Textarea } from '@mantine/core';
import type { useForm } from '@mantine/form';
import type { RefObject } from 'react';
import { texts as t } from './texts.ts';

/** Props of a field of a Mantine form. */
type FieldProps = ReturnType<ReturnType<typeof useForm<Record<string, string>>>['getInputProps']>;

interface ReasonAndNotesProps {
  readonly reason: FieldProps;
  readonly notes: FieldProps;
  readonly reasonRef?: RefObject<HTMLTextAreaElement | null>;
}

export function ReasonAndNotes({ reason, notes, reasonRef }: ReasonAndNotesProps) {
  return (
    <>
      <Textarea
        ref={reasonRef}
        label={t.reason}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.reason}
        {...reason}
      />
      <Textarea
        label={t.notes}
        description={t.notesHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={MAX_LENGTH.notes}
        {...notes}
      />
    </>
  );
}
