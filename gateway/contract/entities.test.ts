import { expect, test } from 'vitest';
import * as admin from './admin.ts';
import * as holders from './holders.ts';
import * as payments from './payments.ts';
import * as queue from './queue.ts';
import * as registrations from './registrations.ts';
import { registrationStatus } from './statuses.ts';
import * as users from './users.ts';

/** Returns the names, separated by spaces in `names`, that the schema lacks. */
const lacks = ({ shape }: { shape: object }, names: string): string[] =>
  names.split(' ').filter((name) => !Object.hasOwn(shape, name));

test('[entity-user] defines the fields of spec §3 for a user, without a password', () => {
  const names = 'id email firstName lastName role isActive profileImageUrl credits createdAt updatedAt';
  expect(lacks(users.user, names)).toEqual([]);
  expect(Object.keys(users.user.shape).filter((name) => /password/i.test(name))).toEqual([]);
  const { credits } = users.user.shape;
  expect([0, 349_900].map((value) => credits.safeParse(value).success)).toEqual([true, true]);
  expect(credits.safeParse(0.5).success).toBe(false);
  expect(users.ROLES).toEqual(['client', 'operator', 'admin']);
});

test('[entity-transaction] defines the fields of a credit transaction, with a signed delta', () => {
  const names = 'id userId delta reason referenceType referenceId createdBy createdAt';
  expect(lacks(payments.creditTransaction, names)).toEqual([]);
  const { delta, reason, referenceType, referenceId } = payments.creditTransaction.shape;
  expect([-5, 5].map((value) => delta.safeParse(value).success)).toEqual([true, true]);
  expect(delta.safeParse(1.5).success).toBe(false);
  const absent = [reason, referenceType, referenceId].map((field) => field.safeParse(null).success);
  expect(absent).toEqual([false, true, true]);
});

test('[entity-registration] defines the fields of a registration, with a hash of 64 characters', () => {
  const names =
    'id userId title applicantName applicantEmail applicantTaxId holderName description sha256 fileName fileSize ' +
    'fileStoragePath status statusUpdatedAt statusUpdatedBy assignedOperatorId paymentAmount paymentPaidAt ' +
    'governmentSubmittedAt certificateIssuedAt createdAt jurisdiction notes';
  expect(lacks(registrations.staffRegistration, names)).toEqual([]);
  const { sha256, fileSize } = registrations.registration.shape;
  expect([63, 64, 65].map((length) => sha256.safeParse('a'.repeat(length)).success)).toEqual([
    false,
    true,
    false,
  ]);
  expect([0, 1, 1.5].map((size) => fileSize.safeParse(size).success)).toEqual([true, true, false]);
});

test('[entity-holder] defines the fields of a holder and limits the tax id and the share', () => {
  const names = 'id registrationId holderName holderTaxId ownershipPercentage createdAt';
  expect(lacks(holders.holder, names)).toEqual([]);
  const share = holders.holder.shape.ownershipPercentage;
  expect([-1, 0, 100, 101, 0.5].map((value) => share.safeParse(value).success)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ]);
  const says = (holderTaxId: string) =>
    holders.holderBody.safeParse({ holderName: 'Ana', holderTaxId, ownershipPercentage: 1 }).error?.issues[0]
      ?.message;
  expect(['1'.repeat(10), '52998224725', '11.222.333/0001-81', '1'.repeat(19)].map(says)).toEqual([
    'CPF/CNPJ deve ter pelo menos 11 caracteres',
    undefined,
    undefined,
    'CPF/CNPJ não pode exceder 18 caracteres',
  ]);
});

test('[entity-history] defines the fields of a history entry, with a nullable previous status', () => {
  const names = 'id registrationId fromStatus toStatus changedBy reason notes createdAt';
  expect(lacks(registrations.historyEntry, names)).toEqual([]);
  const { fromStatus, toStatus } = registrations.historyEntry.shape;
  expect([fromStatus.safeParse(null).success, toStatus.safeParse(null).success]).toEqual([true, false]);
});

test('[entity-webhook-event] defines the fields and three statuses of a webhook event', () => {
  const names = 'id eventType paymentIntentId registrationId processedAt status errorMessage';
  expect(lacks(payments.webhookEvent, names)).toEqual([]);
  expect(payments.WEBHOOK_STATUSES).toEqual(['received', 'processed', 'failed']);
});

test('[entity-purchase] defines the fields, three kinds and four statuses of a purchase', () => {
  // The purchase that an owner reads has neither the owner's id nor the provider's payment id.
  const names = 'id creditsAmount priceInCents packageType paymentIntentStatus status completedAt createdAt';
  expect(lacks(payments.creditPurchase, names)).toEqual([]);
  expect(payments.PACKAGE_TYPES).toEqual(['registration', 'update', 'custom']);
  expect(payments.PURCHASE_STATUSES).toEqual(['pending', 'completed', 'failed', 'cancelled']);
});

test('[entity-package] defines the fields of a credit package', () => {
  expect(
    lacks(payments.creditPackage, 'id name popular priceDisplay priceInCents credits description'),
  ).toEqual([]);
  const { popular } = payments.creditPackage.shape;
  expect([true, 'sim'].map((value) => popular.safeParse(value).success)).toEqual([true, false]);
});

test('[entity-statistics] defines the statistics of clients, operators and admins', () => {
  const own = 'totalRegistrations recentRegistrations totalFileSize uniqueJurisdictions';
  expect(lacks(registrations.registrationStats, own)).toEqual([]);
  const figures = 'total awaitingReview inReview inGovernmentProcessing';
  expect(lacks(queue.operatorStats, figures)).toEqual([]);
  expect(lacks(admin.operator, 'id firstName lastName')).toEqual([]);
  const { users: people, registrations: all } = admin.enhancedStats.shape;
  expect([lacks(people, 'total admins clients'), lacks(all, 'total recent')]).toEqual([[], []]);
  const counts = Object.fromEntries(registrationStatus.options.map((status) => [status, 1]));
  expect(admin.enhancedStats.shape.statusCounts.parse(counts)).toEqual(counts);
});

test('[entity-answers] defines the fields of spec §3 in the responses to payments and uploads', () => {
  expect(lacks(payments.paymentIntentAnswer, 'clientSecret')).toEqual([]);
  expect(lacks(payments.creditPurchaseIntentAnswer, 'clientSecret')).toEqual([]);
  expect(lacks(payments.creditPaymentAnswer, 'creditsUsed')).toEqual([]);
  expect(lacks(registrations.uploadAnswer, 'sha256')).toEqual([]);
});
