import { GOVERNMENT_LIMITS } from '@g2/gateway/contract/government';
import { APPLICATION_FIELDS, type InpiCode, PROGRAM_TYPES } from '@g2/gateway/contract/inpi';
import { ActionIcon, Button, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { TaxIdInput } from '../../../ui/tax-id-input.tsx';
import type { StepForm } from './step-dialog.tsx';
import { texts } from './texts.ts';

const t = texts.fields;
const dossierTexts = texts.dossier;

/** Select options of a code table, by group. A label is, for example, "AD01 – Administração". */
const groupedOptions = (table: readonly InpiCode[]) =>
  [...Map.groupBy(table, ({ group }) => group)].map(([group, codes]) => ({
    group,
    items: codes.map(({ code, name }) => ({ value: code, label: `${code} – ${name}` })),
  }));
const CODE_OPTIONS = {
  applicationFields: groupedOptions(APPLICATION_FIELDS),
  programTypes: groupedOptions(PROGRAM_TYPES),
};

/** Gives the input among the pills the minimum height of a touch target. */
const FIELD_CLASSES = { inputField: 'min-h-6' };

/** Fields of INPI's form that a registration does not contain. The file inspection proposes the languages. */
export function DossierFields({
  form,
  proposedLanguages,
}: {
  form: StepForm;
  proposedLanguages: readonly string[];
}) {
  return (
    <>
      <Authors form={form} />
      <div className="grid tablet:grid-cols-2 gap-y-3 gap-x-4 items-end">
        <TextInput type="date" label={t.createdOn} {...form.getInputProps('createdOn')} />
        <TextInput
          type="date"
          label={t.publishedOn}
          description={dossierTexts.publishedOnHint}
          {...form.getInputProps('publishedOn')}
        />
      </div>
      <TagsInput
        label={t.languages}
        description={dossierTexts.languagesHint}
        data={[...proposedLanguages]}
        maxTags={GOVERNMENT_LIMITS.languages}
        classNames={FIELD_CLASSES}
        {...form.getInputProps('languages')}
      />
      {(['applicationFields', 'programTypes'] as const).map((name) => (
        <MultiSelect
          key={name}
          label={t[name]}
          description={dossierTexts.codeSearchHint}
          data={CODE_OPTIONS[name]}
          searchable
          maxValues={GOVERNMENT_LIMITS.codes}
          hidePickedOptions
          classNames={FIELD_CLASSES}
          {...form.getInputProps(name)}
        />
      ))}
      <TextInput
        label={t.derivedFrom}
        description={dossierTexts.derivedFromHint}
        {...form.getInputProps('derivedFrom')}
      />
    </>
  );
}

function Authors({ form }: { form: StepForm }) {
  const { authors } = form.values;
  return (
    <fieldset className="grid gap-2 justify-items-start min-w-0 m-0 p-0 border-0">
      <legend className="p-0 text-sm font-semibold">{t.authors}</legend>
      {authors.map((_author, index) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no id, and its inputs are controlled.
          key={index}
          className="flex flex-wrap gap-2 items-start w-full min-w-0 m-0 p-0 border-0"
        >
          <legend className="g2-hidden">{dossierTexts.author(index + 1)}</legend>
          <TextInput
            className="flex-[3_1_200px]"
            label={dossierTexts.authorName}
            {...form.getInputProps(`authors.${index}.name`)}
          />
          <div className="flex-[2_1_150px]">
            <TaxIdInput label={dossierTexts.authorTaxId} {...form.getInputProps(`authors.${index}.taxId`)} />
          </div>
          <ActionIcon
            className="mt-6"
            variant="subtle"
            color="red"
            size="lg"
            aria-label={dossierTexts.removeAuthor(index + 1)}
            onClick={() => form.removeListItem('authors', index)}
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
          {dossierTexts.addAuthor}
        </Button>
      )}
    </fieldset>
  );
}
