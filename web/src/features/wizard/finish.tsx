import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { holdersQuestion, rememberConfirmed, totalShare } from '../../shared/registration/holders.ts';
import { HoldersReasons } from '../../shared/registration/holders-reasons.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toast-store.ts';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import type { HolderFields } from './use-holder-fields.ts';
import classes from './wizard.module.css';

const t = texts.holders;

interface FinishProps {
  readonly registration: Registration;
  readonly holders: readonly Holder[];
  readonly fields: HolderFields;
  /** The edit fields of a listed holder are open. */
  readonly editing: boolean;
}

/** End of the third step. Asks about a holder not added yet, and about holders that would look wrong when certified. */
export function Finish({ registration, holders, fields, editing }: FinishProps) {
  const navigate = useNavigate();
  const [warned, setWarned] = useState(false);
  const [asking, setAsking] = useState(false);
  const question = holdersQuestion(registration, holders);
  const finish = () => {
    const { unpaid, corrected } = texts.done;
    notify.success(texts.done.finished, registration.paymentPaidAt === null ? unpaid : corrected);
    void navigate(stepPath('complete', registration.id));
  };
  const confirm = () => {
    if (question !== null) rememberConfirmed(registration.id, question);
    finish();
  };
  const press = () => {
    setWarned(fields.pending || editing);
    if (fields.pending || editing) return;
    if (question === null) finish();
    else setAsking(true);
  };
  return (
    <>
      <div role="alert">
        {warned && editing && <p className={classes.failed}>{t.editing}</p>}
        {warned && !editing && fields.pending && (
          <p className={classes.failed}>
            {t.pending}
            <Button variant="default" size="sm" onClick={fields.clear}>
              {t.clear}
            </Button>
          </p>
        )}
      </div>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => void navigate(stepPath('upload', registration.id))}>
          {t.back}
        </Button>
        <Button onClick={press} disabled={totalShare(holders) > MAX_OWNERSHIP_TOTAL}>
          {t.finish}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking && question !== null}
        title={question?.title ?? ''}
        confirm={t.finishAnyway}
        pending={false}
        onConfirm={confirm}
        onClose={() => setAsking(false)}
      >
        {question !== null && <HoldersReasons question={question} />}
      </ConfirmDialog>
    </>
  );
}
