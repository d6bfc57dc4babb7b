import { ROUTES } from '@g2/gateway/contract/routes/all';
import { expect, it } from 'vitest';
import { isMocked } from '../../../web/src/mock/api.ts';
import { matchCall, type Operation } from '../../../web/src/mock/matching.ts';
import { CALLS, MONEY } from './calls.ts';

/**
 * Operations that the mock does not answer. Screen tests define their responses themselves (`answer` in
 * web/src/testing/server.ts).
 */
const UNMOCKED: readonly Operation[] = [
  'startExternalLogin',
  'finishExternalLogin',
  'setPasswordByLink',
  'allowSignIn',
  'verifyEmail',
  'exportOwnData',
  'deleteAccount',
  'endSession',
  'createApiToken',
  'revokeApiToken',
  'setUpTotp',
  'enableTotp',
  'disableTotp',
  'renewRecoveryCodes',
  'startPasskey',
  'addPasskey',
  'renamePasskey',
  'removePasskey',
  'logInWithFactor',
  'startPasskeyLogIn',
  'logInWithPasskey',
  'startConfirm',
  'confirmIdentity',
  'resetUserFactors',
  'startLink',
  'unlink',
  'createVersion',
  'diffVersions',
  'readFile',
  'proveFile',
  'getProof',
  'setPublicity',
  'getPublicCertificate',
  'findCertificatesByFile',
  'keepCertificate',
  'revokeCertificate',
  'changeReason',
  'archiveReason',
  'addGovernmentFile',
  'getGovernmentFile',
  'removeGovernmentFile',
  'getDossier',
  'findProtocols',
  'exportRegistrationsByAddress',
  'refundPayment',
  'recordTransfer',
  'exportPayments',
  'remindOfPayment',
  'replayWebhookEvent',
  'exportAudit',
];

/** Operations that the mock answers without a comparison with the gateway. */
const NOT_COMPARED: readonly Operation[] = [
  'logOut',
  'updateCurrentUser',
  'changePassword',
  'getAvatar',
  'forgotPassword',
  'resendVerification',
  'changeEmail',
  'listProviders',
  'listLinks',
  'listSessions',
  'endOtherSessions',
  'endUserSessions',
  'listApiTokens',
  'getFactors',
  'listPasskeys',
  'getSupport',
  'replyContact',
  'readContact',
  'beginUpload',
  'findUpload',
  'continueUpload',
  'endUpload',
  'downloadFile',
  'listFiles',
  'listChanges',
  'getPaymentConfig',
  'listDoubtfulCertificates',
  'getOpenPurchase',
  'listReasons',
  'listKeptReasons',
  'addReason',
  'markViewing',
  'listViewers',
  'setGovernment',
  'listUserSessions',
  'listUserMails',
  'listDroppedAssignments',
  'restoreAssignments',
  'listAllRegistrations',
  'getAnalytics',
  'getFigures',
  'exportRegistrations',
  'countAttention',
  'getPayment',
  'listUnpaidFiles',
  'listWebhookEvents',
  'listApprovals',
  'approve',
  'refuseApproval',
  'withdrawApproval',
  'listAudit',
  'followEvents',
];

const operations = Object.keys(ROUTES) as Operation[];
const calls = [...Object.values(CALLS), MONEY.before, MONEY.after].flat();
const compared = new Set(calls.map(({ method, path }) => matchCall(method, path.split('?')[0] ?? '')?.name));

it('the mock answers every route of the API contract except those in UNMOCKED', () => {
  expect(operations.filter((name) => !isMocked(name)).toSorted()).toEqual(UNMOCKED.toSorted());
});

it('calls.ts compares every route that the mock answers except those in NOT_COMPARED', () => {
  const missing = operations.filter((name) => isMocked(name) && !compared.has(name));
  expect(missing.toSorted()).toEqual(NOT_COMPARED.toSorted());
});
