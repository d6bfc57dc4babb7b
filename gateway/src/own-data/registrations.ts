import type { HistoryEntry, Message, Registration } from '@g2/proto/registration';
import { holder } from '../../contract/holders.ts';
import { registration } from '../../contract/registrations.ts';
import { presentCertificate } from '../present/certificates.ts';
import { iso, present } from '../present/common.ts';
import { olderThan } from '../present/messages.ts';
import { presentRegistration } from '../present/registrations.ts';
import { type ExportContext, mapInOrder, readAllPages } from './document.ts';

export function ownRegistrations(asking: ExportContext): AsyncIterable<unknown> {
  const { clients, call } = asking;
  const wanted = { statuses: [], search: '', assignedToMe: false, sort: '' };
  const own = readAllPages(async (page) => clients.registrations.listOwn({ ...wanted, page }, await call()));
  return mapInOrder(own, (it) => withRelatedData(asking, it));
}

/** Registration with holders, history, messages and certificate, without identities and notes of the staff. */
async function withRelatedData(asking: ExportContext, it: Registration) {
  const { clients, call, publicUrl } = asking;
  const { id } = it;
  const [holders, history, complete] = await Promise.all([
    clients.registrations.listHolders({ id }, await call()),
    clients.registrations.getHistory({ id }, await call()),
    // Lists omit `whatIsNew`, which only a later version has.
    it.versionNumber > 1 ? clients.registrations.getRegistration({ id }, await call()) : it,
  ]);
  return {
    ...registration.parse(presentRegistration(complete)),
    statusUpdatedBy: undefined,
    assignedOperatorId: undefined,
    // Omits the counter, because the messages themselves are exported below.
    unreadMessages: undefined,
    arquivo: it.sha256 ? `${publicUrl}/api/registrations/${id}/download` : null,
    titulares: holders.items.map((one) => holder.parse(present(one))),
    historico: history.items.map(presentChange),
    mensagens: await messagesOf(asking, id),
    certificado: it.paymentPaidAt ? await certificateOf(asking, id) : null,
  };
}

const presentChange = ({ fromStatus, toStatus, reason, createdAt }: HistoryEntry) =>
  present({ fromStatus, toStatus, reason, createdAt });

/** Messages of a registration, oldest first. Does not mark them as read. */
async function messagesOf({ clients, call }: ExportContext, id: string) {
  const parts: Message[][] = [];
  for (let before: number | undefined; ; ) {
    const page = await clients.registrations.getMessages({ id, before }, await call());
    parts.unshift(page.items);
    const older = olderThan(page);
    if (older === null) return parts.flat().map(presentOwnMessage);
    before = older;
  }
}

const presentOwnMessage = ({ side, text, createdAt }: Message) => ({
  de: side === 'client' ? 'cliente' : 'equipe',
  text,
  createdAt: iso(createdAt),
});

/** Null before the certificate is issued. */
async function certificateOf({ clients, call, publicUrl }: ExportContext, id: string) {
  const { number } = await clients.certificates.getEvidence({ id }, await call());
  if (!number) return null;
  const found = await clients.certificates.getPublicCertificate({ number }, await call());
  const { status, issuedAt, revokedAt, reason, supersededBy, stamps, log } = presentCertificate(found);
  const at = `${publicUrl}/api/registrations/${id}`;
  const where = { pdf: `${at}/certificate`, prova: `${at}/proof` };
  return { number, status, issuedAt, revokedAt, reason, supersededBy, stamps, log, ...where };
}
