import { IconAlertTriangle } from '@tabler/icons-react';
import { reasonOf } from '../../lib/failures.ts';
import classes from './auth.module.css';
import { texts } from './way-back-texts.ts';

/** Why a form did not go through, above its fields. */
export function FormFailure({ error }: { error: Error }) {
  return (
    <p role="alert" className={classes.failed}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>{reasonOf(error, texts.failed)}</span>
    </p>
  );
}
