import { GOVERNMENT_LIMITS } from '@g2/gateway/contract/government';
import { APPLICATION_FIELDS, type InpiCode, PROGRAM_TYPES } from '@g2/gateway/contract/inpi';
import { ActionIcon, Button, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { TaxIdInput } from '../../../ui/tax-id-input.tsx';
import classes from './government.module.css';
import type { StepForm } from './step-dialog.tsx';
import { texts } from './texts.ts';

const t = texts.fields;
const d = texts.dossier;

/** Select options by group; a label reads "AD01 – Administração". */
const options = (table: readonly InpiCode[]) =>
  [...Map.groupBy(table, ({ group }) => group)].map(([group, codes]) => ({
    group,
    items: codes.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
  }));
const APPLICATION_OPTIONS = options(APPLICATION_FIELDS);
const TYPE_OPTIONS = options(PROGRAM_TYPES);

const FIELD = { inputField: classes.pillField ?? '' };

/** Fields of INPI's form that the registration lacks. `proposed`: languages that the file inspection found. */
export function DossierFields({ form, proposed }: { form: StepForm; proposed: readonly string[] }) {
  const codes = {
    searchable: true,
    maxValues: GOVERNMENT_LIMITS.codes,
    hidePickedOptions: true,
    classNames: FIELD,
  } as const;
  return (
    <>
      <Authors form={form} />
      <div className={classes.pair}>
        <TextInput type="date" label={t.createdOn} {...form.getInputProps('createdOn')} />
        <TextInput
          type="date"
          label={t.publishedOn}
          description={d.publishedHint}
          {...form.getInputProps('publishedOn')}
        />
      </div>
      <TagsInput
        label={t.languages}
        description={d.languagesHint}
        data={[...proposed]}
        maxTags={GOVERNMENT_LIMITS.languages}
        classNames={FIELD}
        {...form.getInputProps('languages')}
      />
      <MultiSelect
        label={t.applicationFields}
        description={d.codesHint}
        data={APPLICATION_OPTIONS}
        {...codes}
        {...form.getInputProps('applicationFields')}
      />
      <MultiSelect
        label={t.programTypes}
        description={d.codesHint}
        data={TYPE_OPTIONS}
        {...codes}
        {...form.getInputProps('programTypes')}
      />
      <TextInput label={t.derivedFrom} description={d.derivedHint} {...form.getInputProps('derivedFrom')} />
    </>
  );
}

function Authors({ form }: { form: StepForm }) {
  const { authors } = form.values;
  return (
    <fieldset className={classes.authors}>
      <legend>{t.authors}</legend>
      {authors.map((_author, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own, and its inputs are controlled.
        <fieldset key={at} className={classes.author}>
          <legend className="g2-hidden">{d.author(at + 1)}</legend>
          <TextInput label={d.authorName} {...form.getInputProps(`authors.${at}.name`)} />
          <TaxIdInput label={d.authorTaxId} {...form.getInputProps(`authors.${at}.taxId`)} />
          <ActionIcon
            variant="subtle"
            color="red"
            size="lg"
            aria-label={d.removeAuthor(at + 1)}
            onClick={() => form.removeListItem('authors', at)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        </fieldset>
      ))}
      {authors.length < GOVERNMENT_LIMITS.authors && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={15} aria-hidden />}
          onClick={() => form.insertListItem('authors', { name: '', taxId: '' })}
        >
          {d.addAuthor}
        </Button>
      )}
    </fieldset>
  );
}
