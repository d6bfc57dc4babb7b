import type { Holder } from '@g2/gateway/contract/holders';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { formatList, formatPercent } from '../../lib/format.ts';
import { hasWrongCheckDigits, isValidCnpj, isValidCpf } from '../../lib/tax-id.ts';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import { type Severity, severityOf, sortBySeverity } from '../../shared/archive/weights.ts';
import { texts as closureTexts } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { isSameName, repeatedTaxIds, totalShare } from '../../shared/registration/holders.ts';
import { refundFailedTexts } from '../../shared/registration/refund-failed.ts';
import { texts as governmentTexts } from './government/texts.ts';
import { texts } from './texts.ts';

const t = texts.flags;

/** A finding about a registration that staff should check. */
export interface Flag {
  /** React key, unique within the registration. */
  readonly key: string;
  readonly weight: Severity;
  readonly text: string;
}

type CheckedRegistration = Pick<
  StaffRegistration,
  | 'paymentFlag'
  | 'closure'
  | 'refundFailed'
  | 'fileTaken'
  | 'holderName'
  | 'applicantTaxId'
  | 'contents'
  | 'contentsProblem'
  | 'government'
>;
type CheckedHolder = Pick<Holder, 'holderName' | 'holderTaxId' | 'ownershipPercentage'>;

/**
 * Findings about a registration that staff should check, most serious first. Checks the payment, the hash on the
 * government's certificate, the holders, the tax ids (old ones were not validated) and the file inspection.
 * @param holders undefined while they are not loaded; then they are not checked
 */
export function flagsOf(
  registration: CheckedRegistration,
  holders: readonly CheckedHolder[] | undefined,
): Flag[] {
  const flags = [
    ...paymentFlags(registration),
    ...refundFlags(registration),
    ...certificateFlags(registration),
    ...holderFlags(registration, holders ?? []),
    ...taxIdFlags(registration, holders ?? []),
    ...fileFlags(registration),
  ];
  const severityOrder: readonly Severity[] = ['grave', 'attention', 'note'];
  return flags.toSorted((a, b) => severityOrder.indexOf(a.weight) - severityOrder.indexOf(b.weight));
}

function paymentFlags({ paymentFlag, closure, fileTaken }: CheckedRegistration): Flag[] {
  if (fileTaken) return [{ key: 'payment', weight: 'grave', text: fileTakenTexts.staff }];
  if (closure !== null) return [{ key: 'payment', weight: 'grave', text: closureTexts.staff(closure) }];
  if (paymentFlag === null) return [];
  const text = t.payment[paymentFlag] ?? t.paymentOther(paymentFlag);
  return [{ key: 'payment', weight: 'grave', text }];
}

const refundFlags = ({ refundFailed }: CheckedRegistration): Flag[] =>
  refundFailed ? [{ key: 'refund', weight: 'attention', text: refundFailedTexts.staff }] : [];

const certificateFlags = ({ government }: CheckedRegistration): Flag[] =>
  government?.verdict === 'mismatch'
    ? [{ key: 'office', weight: 'grave', text: governmentTexts.verdictNotes.mismatch }]
    : [];

/** The list of holders is optional (spec §2), so an empty list is no finding. */
function holderFlags({ holderName }: CheckedRegistration, holders: readonly CheckedHolder[]): Flag[] {
  if (holders.length === 0) return [];
  const flags: Flag[] = [];
  const add = (key: string, text: string) => flags.push({ key, weight: 'attention', text });
  if (!holders.some((holder) => isSameName(holder.holderName, holderName))) {
    add('titular', t.holderNotListed(holderName, formatList(holders.map((holder) => holder.holderName))));
  }
  const total = totalShare(holders);
  if (total > 100) add('shares', t.sharesAboveWhole(formatPercent(total)));
  if (total < 100) add('shares', t.sharesBelowWhole(formatPercent(total), formatPercent(100 - total)));
  for (const { taxId, names } of repeatedTaxIds(holders)) {
    add(`same ${taxId}`, t.sharedTaxId(taxId, formatList(names)));
  }
  return flags;
}

function taxIdFlags({ applicantTaxId }: CheckedRegistration, holders: readonly CheckedHolder[]): Flag[] {
  const taxIds = [
    { taxId: applicantTaxId, owner: t.ownerIsApplicant },
    ...holders.map(({ holderTaxId, holderName }) => ({
      taxId: holderTaxId,
      owner: t.ownerIsHolder(holderName),
    })),
  ];
  return taxIds.flatMap(({ taxId, owner }, index) => {
    if (isValidCpf(taxId) || isValidCnpj(taxId)) return [];
    const text = hasWrongCheckDigits(taxId) ? t.wrongCheckDigits(taxId, owner) : t.invalidTaxId(taxId, owner);
    return [{ key: `tax-id ${index}`, weight: 'attention' as const, text }];
  });
}

function fileFlags({ contents, contentsProblem }: CheckedRegistration): Flag[] {
  if (contentsProblem !== null) {
    const text = archiveTexts.problem(contentsProblem) ?? t.unreadableContents;
    return [{ key: 'unread', weight: 'grave', text: t.unreadableFile(text) }];
  }
  if (contents === null) return [];
  if (contents.files === 0) return [{ key: 'empty', weight: 'grave', text: t.unreadableFile(t.emptyZip) }];
  return sortBySeverity(contents.warnings).map((code) => {
    const { name, what, staff } = archiveTexts.warning(code);
    return { key: code, weight: severityOf(code), text: `${name}. ${what} ${staff}`.trim() };
  });
}
