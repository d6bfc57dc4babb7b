import type { Contact } from '@g2/gateway/contract/contacts';
import { texts } from './texts.ts';

/** Name of a staff member, or "the team" when the name is unknown. */
export const nameOf = (person: Contact['closedBy']): string =>
  person === null ? texts.page.team : `${person.firstName} ${person.lastName}`.trim();
