import { isStatus } from '@g2/terms/statuses';
import type { Registration, StoredFile } from './domain/registration.ts';

/** A bigint as pg (text) and Prisma (bigint) give it; all of ours are far below 2^53. */
type Big = string | bigint | number;

export type RegistrationRow = {
  id: string;
  version: number;
  user_id: string;
  title: string;
  applicant_name: string;
  applicant_email: string;
  applicant_tax_id: string;
  holder_name: string;
  description: string;
  jurisdiction: string;
  notes: string | null;
  sha256: string | null;
  file_name: string | null;
  file_size: Big | null;
  file_storage_path: string | null;
  file_attached_at: Date | null;
  status: string;
  status_updated_at: Date;
  status_updated_by: string | null;
  assigned_operator_id: string | null;
  payment_amount: Big;
  payment_id: string | null;
  payment_paid_at: Date | null;
  government_submitted_at: Date | null;
  certificate_issued_at: Date | null;
  correction_reason: string | null;
  changed_since_correction: boolean;
  holders_total: number;
  created_at: Date;
};

export type NoteRow = { id: string; text: string; author_id: string; created_at: string };
/** As staff see it in a list: how many notes there are, and none of them. */
export type ListedRow = RegistrationRow & { note_count: Big };
export type StaffRow = ListedRow & { internal_notes: NoteRow[] };

/** Select list of a registration `r`. */
export const COLUMNS = `r.id, r.version, r.user_id, r.title, r.applicant_name, r.applicant_email, r.applicant_tax_id,
  r.holder_name, r.description, r.jurisdiction, r.notes, r.sha256, r.file_name, r.file_size, r.file_storage_path,
  r.file_attached_at, r.status, r.status_updated_at, r.status_updated_by, r.payment_amount, r.payment_id,
  r.payment_paid_at, r.government_submitted_at, r.certificate_issued_at, r.correction_reason,
  r.changed_since_correction, r.holders_total, r.created_at,
  (SELECT a.operator_id FROM registration_assignments a WHERE a.registration_id = r.id) AS assigned_operator_id`;

/** The same with the number of internal notes, for the lists of staff. */
export const LISTED_COLUMNS = `${COLUMNS},
  (SELECT count(*) FROM internal_notes n WHERE n.registration_id = r.id) AS note_count`;

/** The same with the newest internal notes, of one registration, for staff; at most 4 MiB, however long they are. */
export const STAFF_COLUMNS = `${LISTED_COLUMNS}, ARRAY(
  SELECT json_build_object('id', n.id, 'text', n.text, 'author_id', n.author_id, 'created_at', n.created_at)
  FROM internal_notes n WHERE n.registration_id = r.id ORDER BY n.created_at DESC, n.id DESC LIMIT 200
) AS internal_notes`;

export function toRegistration(row: RegistrationRow): Registration {
  if (!isStatus(row.status)) throw new Error(`registration ${row.id} has an unknown status`);
  return {
    id: row.id,
    version: row.version,
    userId: row.user_id,
    details: {
      title: row.title,
      applicantName: row.applicant_name,
      applicantEmail: row.applicant_email,
      applicantTaxId: row.applicant_tax_id,
      holderName: row.holder_name,
      description: row.description,
      jurisdiction: row.jurisdiction,
      notes: row.notes,
    },
    file: toFile(row),
    status: row.status,
    statusUpdatedAt: row.status_updated_at,
    statusUpdatedBy: row.status_updated_by,
    assignedOperatorId: row.assigned_operator_id,
    paymentAmount: Number(row.payment_amount),
    paymentId: row.payment_id,
    paymentPaidAt: row.payment_paid_at,
    governmentSubmittedAt: row.government_submitted_at,
    certificateIssuedAt: row.certificate_issued_at,
    correctionReason: row.correction_reason,
    changedSinceCorrection: row.changed_since_correction,
    holdersTotal: row.holders_total,
    createdAt: row.created_at,
  };
}

function toFile(row: RegistrationRow): StoredFile | null {
  const { sha256, file_name, file_size, file_storage_path, file_attached_at } = row;
  if (!sha256 || !file_name || file_size === null || !file_storage_path || !file_attached_at) return null;
  return {
    sha256,
    fileName: file_name,
    fileSize: Number(file_size),
    objectKey: file_storage_path,
    attachedAt: file_attached_at,
  };
}

/**
 * What a change may alter besides the details, as Prisma writes it. The sum of the holders belongs to its trigger, the
 * assignment to its own table.
 */
export const toColumns = (state: Registration) => ({
  sha256: state.file?.sha256 ?? null,
  fileName: state.file?.fileName ?? null,
  fileSize: state.file ? BigInt(state.file.fileSize) : null,
  fileStoragePath: state.file?.objectKey ?? null,
  fileAttachedAt: state.file?.attachedAt ?? null,
  status: state.status,
  statusUpdatedAt: state.statusUpdatedAt,
  statusUpdatedBy: state.statusUpdatedBy,
  paymentId: state.paymentId,
  paymentPaidAt: state.paymentPaidAt,
  governmentSubmittedAt: state.governmentSubmittedAt,
  certificateIssuedAt: state.certificateIssuedAt,
  correctionReason: state.correctionReason,
  changedSinceCorrection: state.changedSinceCorrection,
});
