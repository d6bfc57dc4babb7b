import { recordPath } from '../registration/api.ts';

export const detailsPath = (id: string, reader: 'owner' | 'staff'): string =>
  reader === 'owner' ? recordPath(id) : `/operator/registrations/${id}`;

/** Path of the upload step of a new registration. */
export const uploadPath = (id: string): string => `/register?id=${id}&step=upload`;
