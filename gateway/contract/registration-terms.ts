export { OWN_LIST_SORTS, type OwnListSort } from '@g2/terms/pages';

/** Values of the query parameter `documento` of a registration's page. */
export const REGISTRATION_DOCUMENTS = ['certificado', 'recibo', 'arquivo', 'mensagens'] as const;
export type RegistrationDocument = (typeof REGISTRATION_DOCUMENTS)[number];

/** Path of a registration's page that opens one document. Mails link to it. */
export const documentPagePath = (id: string, document: RegistrationDocument): string =>
  `/registros/${id}?documento=${document}`;
