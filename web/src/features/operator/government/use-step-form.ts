import type { Government } from '@g2/gateway/contract/government';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { HttpError, reasonOf } from '../../../lib/failures.ts';
import { useUser } from '../../../lib/session.ts';
import { notify } from '../../../ui/toast-store.ts';
import { readGovernment, setGovernment, useStepMutation } from './api.ts';
import { draftOf, keptStep, recover } from './step-draft.ts';
import { centsOf, dataFrom, merged, type StepValues, valuesOf } from './step-values.ts';
import { texts } from './texts.ts';

const t = texts.dialog;

/** Changes that another person saved while this user was typing. */
export interface Moved {
  readonly by: string | null;
  readonly at: string | null;
  /** Fields that both changed to different values. */
  readonly clashes: readonly (keyof StepValues)[];
  readonly theirs: StepValues;
}

/** The saved version and values that the form started from. */
interface Base {
  readonly version: number;
  readonly values: StepValues;
}

const baseOf = ({ version, data }: Government): Base => ({ version, values: valuesOf(data) });

interface StepFormOf {
  readonly id: string;
  readonly government: Government;
  /** Which part of the government data the form edits. */
  readonly part: 'step' | 'dossier';
}

/** The draft of an earlier visit, applied to the current data. */
function useFound({ id, part, government }: StepFormOf, { values: now }: Base) {
  const kept = keptStep(useUser()?.id ?? '', id, part);
  const [found] = useState(() => {
    const draft = kept.read();
    if (draft === null) return null;
    const { values, clashes } = recover(draft, now);
    const { updatedByName: by, updatedAt: at } = government;
    const moved: Moved | null = clashes.length > 0 ? { by, at, clashes, theirs: now } : null;
    return { values, moved, amount: draft.amount };
  });
  return { kept, found };
}

/** Form of the government step's data. Typed values are kept as a draft until they are saved. */
export function useStepForm(of: StepFormOf, onSaved: () => void) {
  const { id, government } = of;
  const [base, setBase] = useState(() => baseOf(government));
  const { kept, found } = useFound(of, base);
  const [recovered, setRecovered] = useState(found !== null);
  const [moved, setMoved] = useState<Moved | null>(found?.moved ?? null);
  const [failure, setFailure] = useState<string | null>(null);
  const form = useForm<StepValues>({
    initialValues: found?.values ?? base.values,
    validate: { gruReais: (typed) => (centsOf(typed) === undefined ? texts.badAmount : null) },
    onValuesChange: (values) => kept.save(draftOf(base.values, values)),
  });
  const discard = () => {
    form.setValues(base.values);
    setRecovered(false);
    setMoved(null);
  };

  /** After a version conflict: merges the saved values of the other person into the typed ones. */
  const takeOver = async (mine: StepValues) => {
    const now = await readGovernment(id);
    const theirs = valuesOf(now.data);
    const { values, clashes } = merged(base.values, mine, theirs);
    setBase(baseOf(now));
    form.setValues(values);
    setMoved({ by: now.updatedByName, at: now.updatedAt, clashes, theirs });
  };

  const save = useStepMutation(async (values: StepValues) => {
    setFailure(null);
    try {
      await setGovernment(id, { version: base.version, data: dataFrom(values) });
      // Cleared here and not in a callback of `mutate`, which does not run once the dialog has unmounted.
      kept.clear();
      return true;
    } catch (error) {
      if (error instanceof HttpError && error.code === 'conflict') {
        await takeOver(values);
        return false;
      }
      throw error;
    }
  });

  const submit = form.onSubmit((values) => {
    if (save.isPending) return;
    save.mutate(values, {
      onSuccess: (isSaved) => {
        if (!isSaved) return;
        notify.success(t.saved);
        onSaved();
      },
      onError: (error) => {
        if (error instanceof HttpError) form.setErrors(fieldsOf(error.fields));
        setFailure(reasonOf(error, t.failed));
      },
    });
  });
  return {
    form,
    submit,
    moved,
    failure,
    saving: save.isPending,
    recovered,
    discard,
    /** An amount was typed on an earlier visit; drafts do not store it. */
    lostAmount: found?.amount ?? false,
    /** An amount is typed that closing the dialog would lose. */
    hasAmount: form.values.gruReais !== base.values.gruReais,
  };
}
export type StepForm = ReturnType<typeof useStepForm>;

/** Maps the gateway's field names (body paths) to the form's field names. */
const fieldsOf = (fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, text]) => [
      name.replace(/^data\./, '').replace(/^gruCents$/, 'gruReais'),
      text,
    ]),
  );
