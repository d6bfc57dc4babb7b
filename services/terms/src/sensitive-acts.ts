/** What has to be shown before a sensitive act is done. */
export type Proof =
  /** The session was confirmed of late: by the account's factor, or by the password of an account without one. */
  | 'session'
  /** The call brings the password, which is enough for an account without a factor; with one, its session must be confirmed too. */
  | 'password'
  /** The call itself brings a code of the account's factor. */
  | 'code';

export type SensitiveAct = {
  /** As gRPC names it: package, service and method. */
  rpc: string;
  /** Operation ids of the gateway's routes that do it. */
  routes: readonly string[];
  proof: Proof;
  /**
   * A second admin must approve it, where SECOND_PERSON asks for that: 'always', or where the service that does it
   * decides so by what the call does.
   */
  second?: 'always' | 'decides';
  /** Of its calls, those whose request has these values; absent: all. */
  where?: Readonly<Record<string, string>>;
};

const identity = 'g2.identity.Identity';
const certificates = 'g2.certificate.Certificates';
const payments = 'g2.payment.Payments';
const registrations = 'g2.registration.Registrations';

/**
 * Every act that asks its person to confirm who they are. Each service reads it for its own rpcs, before they run, whatever
 * the caller has checked.
 */
export const SENSITIVE_ACTS = [
  // Money and certificates
  {
    rpc: `${registrations}/ChangeStatus`,
    routes: ['changeRegistrationStatus'],
    proof: 'session',
    second: 'always',
    where: { status: 'paid' },
  },
  // Credits given are a payment that nobody made.
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
  // Other people's accounts: who makes an admin, or opens an admin's account, could approve by it.
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
  // The own account
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
  // Files of many people's data
  { rpc: `${identity}/TakeAccountData`, routes: ['exportOwnData'], proof: 'session' },
  { rpc: `${identity}/StartAuditExport`, routes: ['exportAudit'], proof: 'session' },
  {
    rpc: `${registrations}/StartExport`,
    routes: ['exportRegistrations', 'exportRegistrationsByAddress'],
    proof: 'session',
  },
  { rpc: `${payments}/StartPaymentExport`, routes: ['exportPayments'], proof: 'session' },
] as const satisfies readonly SensitiveAct[];

/** The route of a sensitive act, by its operation id. */
export type SensitiveRoute = (typeof SENSITIVE_ACTS)[number]['routes'][number];

const acts: readonly SensitiveAct[] = SENSITIVE_ACTS;
const byRpc = new Map(acts.map((act) => [act.rpc, act]));

/** What a call must show; undefined where it does nothing sensitive. @param rpc as the table names it */
export const proofOf = (rpc: string, request: unknown): Proof | undefined => actOf(rpc, request)?.proof;

/** Whether a second person must approve a call; undefined where none need. @param rpc as the table names it */
export const secondOf = (rpc: string, request: unknown): SensitiveAct['second'] =>
  actOf(rpc, request)?.second;

/** Whether a route may ask for the approval of a second person. @param rpc of the call it makes; absent: any */
export const asksSecond = (route: string, rpc?: string): boolean =>
  acts.some((act) => act.second !== undefined && act.routes.includes(route) && (rpc ?? act.rpc) === act.rpc);

function actOf(rpc: string, request: unknown): SensitiveAct | undefined {
  const act = byRpc.get(rpc);
  const values: Record<string, unknown> = { ...(request as object) };
  const does = Object.entries(act?.where ?? {}).every(([field, value]) => values[field] === value);
  return does ? act : undefined;
}
