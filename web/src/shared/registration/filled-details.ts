import { DETAIL_LABELS, OPTIONAL_NAMES, type OptionalName } from '@g2/gateway/contract/details';
import type { Registration } from '@g2/gateway/contract/registrations';

/** The optional details of a registration that are filled in, with their labels. */
export const filledDetails = (registration: Pick<Registration, OptionalName>) =>
  OPTIONAL_NAMES.flatMap((name) => {
    const text = registration[name];
    return text === null ? [] : [{ name, label: DETAIL_LABELS[name], text }];
  });
