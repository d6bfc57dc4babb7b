import type { Holder } from '@g2/gateway/contract/holders';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { formatList, formatPercent } from '../../lib/format.ts';
import { hasWrongCheckDigits, isValidCnpj, isValidCpf } from '../../lib/tax-id.ts';
import { texts as archive } from '../../shared/archive/texts.ts';
import { byWeight, type Weight, weightOf } from '../../shared/archive/weights.ts';
import { texts as closed } from '../../shared/registration/closure-texts.ts';
import { fileTakenTexts } from '../../shared/registration/file-taken.ts';
import { repeatedTaxIds, sameName, totalShare } from '../../shared/registration/holders.ts';
import { texts as governmentTexts } from './government/texts.ts';
import { texts } from './texts.ts';

const t = texts.flags;

/** A finding about a registration that staff should check, as one sentence. */
export interface Flag {
  /** Unique within one registration. */
  readonly key: string;
  readonly weight: Weight;
  readonly text: string;
}

type Subject = Pick<
  StaffRegistration,
  | 'paymentFlag'
  | 'closure'
  | 'fileTaken'
  | 'holderName'
  | 'applicantTaxId'
  | 'contents'
  | 'contentsProblem'
  | 'government'
>;
type Owner = Pick<Holder, 'holderName' | 'holderTaxId' | 'ownershipPercentage'>;

/**
 * Findings that staff should check, most serious first: payment, hash on the office's certificate, holders, invalid tax
 * ids (from before validation) and the file inspection.
 * @param holders undefined while unknown; they are then not checked
 */
export function flagsOf(record: Subject, holders: readonly Owner[] | undefined): Flag[] {
  const flags = [
    ...ofPayment(record),
    ...ofOffice(record),
    ...ofHolders(record, holders ?? []),
    ...ofTaxIds(record, holders ?? []),
    ...ofFile(record),
  ];
  const order: readonly Weight[] = ['grave', 'attention', 'note'];
  return flags.toSorted((a, b) => order.indexOf(a.weight) - order.indexOf(b.weight));
}

function ofPayment({ paymentFlag, closure, fileTaken }: Subject): Flag[] {
  if (fileTaken) return [{ key: 'payment', weight: 'grave', text: fileTakenTexts.staff }];
  if (closure !== null) return [{ key: 'payment', weight: 'grave', text: closed.staff(closure) }];
  if (paymentFlag === null) return [];
  const text = t.payment[paymentFlag] ?? t.paymentOther(paymentFlag);
  return [{ key: 'payment', weight: 'grave', text }];
}

const ofOffice = ({ government }: Subject): Flag[] =>
  government?.verdict === 'mismatch'
    ? [{ key: 'office', weight: 'grave', text: governmentTexts.verdictNotes.mismatch }]
    : [];

/** The list of holders is optional (spec §2): an empty list has nothing to contradict. */
function ofHolders({ holderName }: Subject, holders: readonly Owner[]): Flag[] {
  if (holders.length === 0) return [];
  const flags: Flag[] = [];
  const add = (key: string, text: string) => flags.push({ key, weight: 'attention', text });
  if (!holders.some((one) => sameName(one.holderName, holderName))) {
    add('titular', t.titular(holderName, formatList(holders.map((one) => one.holderName))));
  }
  const total = totalShare(holders);
  if (total > 100) add('shares', t.sharesOver(formatPercent(total)));
  if (total < 100) add('shares', t.sharesOpen(formatPercent(total), formatPercent(100 - total)));
  for (const { taxId, names } of repeatedTaxIds(holders)) {
    add(`same ${taxId}`, t.sameTaxId(taxId, formatList(names)));
  }
  return flags;
}

function ofTaxIds({ applicantTaxId }: Subject, holders: readonly Owner[]): Flag[] {
  const all = [
    { taxId: applicantTaxId, owner: t.ofApplicant },
    ...holders.map(({ holderTaxId, holderName }) => ({ taxId: holderTaxId, owner: t.ofHolder(holderName) })),
  ];
  return all.flatMap(({ taxId, owner }, index) => {
    if (isValidCpf(taxId) || isValidCnpj(taxId)) return [];
    const text = hasWrongCheckDigits(taxId) ? t.wrongDigits(taxId, owner) : t.noTaxId(taxId, owner);
    return [{ key: `tax-id ${index}`, weight: 'attention' as const, text }];
  });
}

function ofFile({ contents, contentsProblem }: Subject): Flag[] {
  if (contentsProblem !== null) {
    const text = archive.problem(contentsProblem) ?? t.unreadFile;
    return [{ key: 'unread', weight: 'grave', text: t.unread(text) }];
  }
  if (contents === null) return [];
  if (contents.files === 0) return [{ key: 'empty', weight: 'grave', text: t.unread(t.empty) }];
  return byWeight(contents.warnings).map((code) => {
    const { name, what, staff } = archive.warning(code);
    return { key: code, weight: weightOf(code), text: `${name}. ${what} ${staff}`.trim() };
  });
}
