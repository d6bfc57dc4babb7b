import { recordPath } from '../registration/api.ts';

/** The page of a registration, for its owner and for the staff. */
export const detailsPath = (id: string, reader: 'owner' | 'staff'): string =>
  reader === 'owner' ? recordPath(id) : `/operator/registrations/${id}`;

/** Where the file of a registration that has just begun is sent. */
export const uploadPath = (id: string): string => `/register?id=${id}&step=upload`;
