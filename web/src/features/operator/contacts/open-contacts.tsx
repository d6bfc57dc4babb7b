import { useQuery } from '@tanstack/react-query';
import { formatInteger } from '../../../lib/format.ts';
import { openCountQuery } from './api.ts';
import classes from './contacts.module.css';
import { texts as t } from './texts.ts';

/** How many wait, beside the link to them; nothing where none do, or it cannot be told. */
export function OpenContacts() {
  const { data = 0 } = useQuery(openCountQuery);
  if (data === 0) return null;
  return (
    <span className={classes.count}>
      <span aria-hidden>{formatInteger(data)}</span>
      <span className="g2-hidden">{t.openCount(formatInteger(data))}</span>
    </span>
  );
}
