import { Button } from '@mantine/core';
import { Link } from 'react-router';
import classes from './contacts.module.css';
import { OpenContacts } from './open-contacts.tsx';
import { texts as t } from './texts.ts';

/** Link from the queue to the contact requests, for small screens, where the header has no room for the link. */
export const ToContacts = () => (
  <Button
    component={Link}
    to="/operator/atendimentos"
    variant="default"
    size="sm"
    className={classes.toContacts ?? ''}
    rightSection={<OpenContacts />}
  >
    {t.title}
  </Button>
);
