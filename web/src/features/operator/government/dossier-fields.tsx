import { GOVERNMENT_LIMITS } from '@g2/gateway/contract/government';
import { APPLICATION_FIELDS, type InpiCode, PROGRAM_TYPES } from '@g2/gateway/contract/inpi';
import { ActionIcon, Button, MultiSelect, TagsInput, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { TaxIdInput } from '../../../ui/tax-id-input.tsx';
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
const OPTIONS = {
  applicationFields: options(APPLICATION_FIELDS),
  programTypes: options(PROGRAM_TYPES),
};

/** The field among its pills is large enough to press. */
const FIELD = { inputField: 'min-h-6' };

/** Fields of INPI's form that the registration lacks. `proposed`: languages that the file inspection found. */
export function DossierFields({ form, proposed }: { form: StepForm; proposed: readonly string[] }) {
  return (
    <>
      <Authors form={form} />
      <div className="grid tablet:grid-cols-2 gap-y-3 gap-x-4 items-end">
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
      {(['applicationFields', 'programTypes'] as const).map((name) => (
        <MultiSelect
          key={name}
          label={t[name]}
          description={d.codesHint}
          data={OPTIONS[name]}
          searchable
          maxValues={GOVERNMENT_LIMITS.codes}
          hidePickedOptions
          classNames={FIELD}
          {...form.getInputProps(name)}
        />
      ))}
      <TextInput label={t.derivedFrom} description={d.derivedHint} {...form.getInputProps('derivedFrom')} />
    </>
  );
}

function Authors({ form }: { form: StepForm }) {
  const { authors } = form.values;
  return (
    <fieldset className="grid gap-2 justify-items-start min-w-0 m-0 p-0 border-0">
      <legend className="p-0 text-sm font-semibold">{t.authors}</legend>
      {authors.map((_author, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has nothing else of its own, and its inputs are controlled.
          key={at}
          className="flex flex-wrap gap-2 items-start w-full min-w-0 m-0 p-0 border-0"
        >
          <legend className="g2-hidden">{d.author(at + 1)}</legend>
          <TextInput
            className="flex-[3_1_200px]"
            label={d.authorName}
            {...form.getInputProps(`authors.${at}.name`)}
          />
          <div className="flex-[2_1_150px]">
            <TaxIdInput label={d.authorTaxId} {...form.getInputProps(`authors.${at}.taxId`)} />
          </div>
          <ActionIcon
            className="mt-6"
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
