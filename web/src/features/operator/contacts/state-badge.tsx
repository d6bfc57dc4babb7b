import classes from './contacts.module.css';
import { texts as t } from './texts.ts';

export const StateBadge = ({ isOpen }: { readonly isOpen: boolean }) => (
  <span className={classes.state} data-open={isOpen || undefined}>
    {isOpen ? t.open : t.closed}
  </span>
);
