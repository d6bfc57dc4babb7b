/** Proof required for a sensitive act. */
export type Proof =
  /** A recently confirmed session, by second factor, or by password for an account without one. */
  | 'session'
  /** The password in the call. An account with a second factor also needs a confirmed session. */
  | 'password'
  /** A second-factor code in the call. */
  | 'code';

export type SensitiveAct = {
  /** Full gRPC name: package, service and method. */
  rpc: string;
  /** Operation ids of the gateway routes that call it. */
  routes: readonly string[];
  proof: Proof;
  /** Approval by a second admin, if SECOND_PERSON is set: 'always', or 'decides' where the service decides per call. */
  second?: 'always' | 'decides';
  /** Restricts the act to requests with these field values; absent: all requests. */
  where?: Readonly<Record<string, string>>;
};

const identity = 'g2.identity.Identity';
const certificates = 'g2.certificate.Certificates';
const payments = 'g2.payment.Payments';
const registrations = 'g2.registration.Registrations';

/** Acts that require confirmation. Each service checks its own rpcs before they run, whatever the caller checked. */
export const SENSITIVE_ACTS = [
  // Money and certificates
  {
    rpc: `${registrations}/ChangeStatus`,
    routes: ['changeRegistrationStatus'],
    proof: 'session',
    second: 'always',
    where: { status: 'paid' },
  },
  // Granting credits has the effect of a payment without money.
  {
    rpc: `${payments}/AdjustCredits`,
    routes: ['adjustCredits', 'adjustUserCredits'],
    proof: 'session',
    second: 'decides',
  },
  { rpc: `${payments}/RefundPayment`, routes: ['refundPayment'], proof: 'session', second: 'always' },
  { rpc: `${payments}/RecordTransfer`, routes: ['recordTransfer'], proof: 'session', second: 'always' },
  {
    rpc: `${certificates}/RevokeCertificate`,
    routes: ['revokeCertificate'],
    proof: 'session',
    second: 'always',
  },
  { rpc: `${certificates}/KeepCertificate`, routes: ['keepCertificate'], proof: 'session' },
  // Accounts of others: creating or taking over an admin account would allow self-approval.
  { rpc: `${identity}/UpdateUser`, routes: ['updateUser'], proof: 'session', second: 'decides' },
  { rpc: `${identity}/ChangeRole`, routes: ['changeUserRole'], proof: 'session', second: 'decides' },
  {
    rpc: `${identity}/SetActive`,
    routes: ['deactivateUser', 'reactivateUser'],
    proof: 'session',
    second: 'decides',
  },
  { rpc: `${identity}/DeleteUser`, routes: ['deleteUser'], proof: 'session' },
  { rpc: `${identity}/ResetPassword`, routes: ['resetUserPassword'], proof: 'session' },
  { rpc: `${identity}/ResetFactors`, routes: ['resetUserFactors'], proof: 'session', second: 'decides' },
  { rpc: `${identity}/Approve`, routes: ['approve'], proof: 'session' },
  { rpc: `${identity}/EndAccountSessions`, routes: ['endUserSessions'], proof: 'session' },
  // Own account
  { rpc: `${identity}/ChangeOwnPassword`, routes: ['changePassword'], proof: 'password' },
  { rpc: `${identity}/AskEmailChange`, routes: ['changeEmail'], proof: 'password' },
  { rpc: `${identity}/DeleteOwnAccount`, routes: ['deleteAccount'], proof: 'session' },
  { rpc: `${identity}/EndOwnSession`, routes: ['endSession'], proof: 'session' },
  { rpc: `${identity}/EndOtherSessions`, routes: ['endOtherSessions'], proof: 'session' },
  { rpc: `${identity}/CreateApiToken`, routes: ['createApiToken'], proof: 'session' },
  { rpc: `${identity}/StartLink`, routes: ['startLink'], proof: 'session' },
  { rpc: `${identity}/Unlink`, routes: ['unlink'], proof: 'session' },
  { rpc: `${identity}/SetUpTotp`, routes: ['setUpTotp'], proof: 'session' },
  { rpc: `${identity}/EnableTotp`, routes: ['enableTotp'], proof: 'session' },
  { rpc: `${identity}/DisableTotp`, routes: ['disableTotp'], proof: 'code' },
  { rpc: `${identity}/RenewRecoveryCodes`, routes: ['renewRecoveryCodes'], proof: 'session' },
  { rpc: `${identity}/StartPasskey`, routes: ['startPasskey'], proof: 'session' },
  { rpc: `${identity}/AddPasskey`, routes: ['addPasskey'], proof: 'session' },
  { rpc: `${identity}/RemovePasskey`, routes: ['removePasskey'], proof: 'session' },
  // Exports of personal data
  { rpc: `${identity}/TakeAccountData`, routes: ['exportOwnData'], proof: 'session' },
  { rpc: `${identity}/StartAuditExport`, routes: ['exportAudit'], proof: 'session' },
  {
    rpc: `${registrations}/StartExport`,
    routes: ['exportRegistrations', 'exportRegistrationsByAddress'],
    proof: 'session',
  },
  { rpc: `${payments}/StartPaymentExport`, routes: ['exportPayments'], proof: 'session' },
] as const satisfies readonly SensitiveAct[];

export type SensitiveRoute = (typeof SENSITIVE_ACTS)[number]['routes'][number];

const acts: readonly SensitiveAct[] = SENSITIVE_ACTS;
const byRpc = new Map(acts.map((act) => [act.rpc, act]));

/** The proof a call needs; undefined if it is not sensitive. @param rpc full gRPC name */
export const proofOf = (rpc: string, request: unknown): Proof | undefined => actOf(rpc, request)?.proof;

/** Whether a call needs a second admin's approval; undefined if it does not. @param rpc full gRPC name */
export const secondOf = (rpc: string, request: unknown): SensitiveAct['second'] =>
  actOf(rpc, request)?.second;

/** True if a call of this route may need a second admin's approval. @param rpc only this rpc of the route */
export const asksSecond = (route: string, rpc?: string): boolean =>
  acts.some((act) => act.second !== undefined && act.routes.includes(route) && (rpc ?? act.rpc) === act.rpc);

function actOf(rpc: string, request: unknown): SensitiveAct | undefined {
  const act = byRpc.get(rpc);
  const values: Record<string, unknown> = { ...(request as object) };
  const matches = Object.entries(act?.where ?? {}).every(([field, value]) => values[field] === value);
  return matches ? act : undefined;
}
