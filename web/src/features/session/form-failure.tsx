import { IconAlertTriangle } from '@tabler/icons-react';
import { reasonOf } from '../../lib/failures.ts';
import classes from './auth.module.css';
import { texts } from './way-back-texts.ts';

/** Error message of a form, above its fields. */
export function FormFailure({ error }: { error: Error }) {
  return (
    <p role="alert" className={classes.failed}>
      <IconAlertTriangle size={18} aria-hidden />
      <span>{reasonOf(error, texts.failed)}</span>
    </p>
  );
}
