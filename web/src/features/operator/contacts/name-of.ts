import type { Contact } from '@g2/gateway/contract/contacts';
import { texts } from './texts.ts';

/** Somebody of the staff, as far as their name can be told. */
export const nameOf = (person: Contact['closedBy']): string =>
  person === null ? texts.page.team : `${person.firstName} ${person.lastName}`.trim();
