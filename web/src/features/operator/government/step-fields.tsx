import { MAX_LENGTH } from '@g2/gateway/contract/common';
import { HASH_ALGORITHMS } from '@g2/gateway/contract/government';
import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import classes from './government.module.css';
import { texts } from './texts.ts';
import type { StepForm } from './use-step-form.ts';

const t = texts.fields;

export function StepFields({ form }: { form: StepForm['form'] }) {
  return (
    <>
      <div className={classes.pair}>
        <TextInput label={t.protocol} autoComplete="off" data-autofocus {...form.getInputProps('protocol')} />
        <TextInput type="date" label={t.filedOn} {...form.getInputProps('filedOn')} />
        <TextInput type="date" label={t.dueOn} {...form.getInputProps('dueOn')} />
        <TextInput type="date" label={t.completedOn} {...form.getInputProps('completedOn')} />
        <TextInput label={t.gruNumber} autoComplete="off" {...form.getInputProps('gruNumber')} />
        <TextInput type="date" label={t.gruDate} {...form.getInputProps('gruDate')} />
        <TextInput
          label={t.gruCents}
          inputMode="decimal"
          autoComplete="off"
          placeholder={texts.amountHint}
          {...form.getInputProps('gruReais')}
        />
      </div>
      <Textarea
        label={t.remark}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={MAX_LENGTH.notes}
        {...form.getInputProps('remark')}
      />
      <div className={classes.hashPair}>
        <Textarea
          label={t.certificateHash}
          autosize
          minRows={1}
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('certificateHash')}
        />
        <NativeSelect
          label={t.certificateAlgorithm}
          data={[{ value: '', label: texts.byLength }, ...HASH_ALGORITHMS]}
          {...form.getInputProps('certificateAlgorithm')}
        />
      </div>
    </>
  );
}
