import type { Tamper } from './tamper.ts';

const OF_USER = "user_id = '$user'";
const OF_PAYER = "user_id = '$payer'";
const ledger = { table: 'payment.credit_transactions', where: `${OF_USER} AND delta < 0` };
const account = { table: 'payment.accounts', where: OF_USER };
const purchase = { table: 'payment.credit_purchases', where: OF_USER };
const paid = { table: 'registration.registrations', where: "id = '$registration'" };
const payment = (registration: string, status: string) => ({
  table: 'payment.registration_payments',
  where: `registration_id = '$${registration}' AND status = '${status}'`,
});

/** Changes to an account that bought credits by card and paid with them. */
const ofCredits: Tamper[] = [
  {
    ...account,
    what: 'a centavo more in a balance',
    set: 'balance = balance + 1',
    breaks: ['each balance is the sum'],
  },
  {
    ...ledger,
    what: 'a changed entry',
    set: 'delta = delta + 1',
    breaks: ['each balance is the sum', 'each ledger entry continues', 'each payment and purchase moved'],
  },
  {
    ...account,
    what: 'a negative balance',
    set: 'balance = -1',
    breaks: ['no balance is'],
    without: 'accounts_balance_check',
  },
  {
    ...ledger,
    what: 'an operation twice',
    set: `operation_key = (SELECT max(operation_key) FROM payment.credit_transactions WHERE operation_key LIKE 'purchase:%')`,
    breaks: ['each ledger operation happened once'],
    without: 'credit_transactions_operation_key_key',
  },
  {
    ...purchase,
    what: 'a refund that never was',
    set: 'refunded_amount = 1',
    breaks: ['the provider’s captured minus refunded'],
  },
  {
    ...purchase,
    what: 'a purchase forgotten',
    set: `status = 'pending', completed_at = NULL`,
    breaks: ['the provider’s captured minus refunded', 'each payment and purchase moved'],
  },
  {
    ...paid,
    what: 'a registration unpaid again',
    set: `status = 'submitted', payment_id = NULL, payment_paid_at = NULL`,
    breaks: ['each settled payment’s registration is paid'],
  },
  {
    ...paid,
    what: 'a registration paid by another payment',
    set: 'payment_id = gen_random_uuid()',
    breaks: ['each settled payment’s registration is paid'],
  },
  {
    ...payment('registration', 'settled'),
    what: 'a payment of another amount',
    set: 'amount = amount - 1',
    breaks: ['each settled payment is of the registration’s owner', 'each payment and purchase moved'],
  },
  {
    ...payment('registration', 'settled'),
    what: 'a payment stuck',
    set: `status = 'captured', settled_at = NULL, captured_at = now() - interval '2 minutes'`,
    breaks: ['nothing is stuck', 'whatever is on its way', 'each settled payment’s registration is paid'],
  },
];

const ofVouchers: Tamper[] = [
  {
    ...payment('paid', 'settled'),
    what: 'a Pix that was paid with another amount',
    set: 'amount = amount + 1',
    breaks: ['each code that brought what it is for'],
  },
  {
    ...payment('paid', 'settled'),
    what: 'a paid Pix that is said to be over',
    set: `status = 'cancelled', captured_at = NULL, settled_at = NULL`,
    breaks: ['a code that is over unpaid', 'each settled payment’s registration is paid'],
  },
  {
    ...payment('expired', 'cancelled'),
    what: 'an expired Pix that is said to be paid',
    set: `status = 'settled', captured_at = now(), settled_at = now()`,
    breaks: ['each code that brought what it is for'],
  },
  {
    ...payment('latePix', 'given_back'),
    what: 'a late Pix that was given back in part',
    set: 'refunded_amount = refunded_amount - 1',
    breaks: ['a Pix that came too late'],
  },
  {
    ...payment('expired', 'cancelled'),
    what: 'a late Pix that was never refunded',
    set: `status = 'given_back', captured_at = now(), refunded_amount = amount`,
    breaks: ['a Pix that came too late'],
  },
  {
    table: 'payment.outbox',
    where: `type = 'payment.alert' AND data ->> 'paymentId' = (SELECT id::text FROM payment.registration_payments
      WHERE registration_id = '$lateBoleto' AND status = 'giving_back')`,
    what: 'a late boleto without an alert to admins',
    set: `data = data - 'paymentId'`,
    breaks: ['a boleto that came too late'],
  },
  {
    ...payment('expired', 'cancelled'),
    what: 'two open payments of one registration',
    set: `status = 'open', registration_id = (SELECT registration_id FROM payment.registration_payments
      WHERE status = 'open' AND provider_method = 'boleto' ORDER BY created_at DESC LIMIT 1)`,
    breaks: ['a registration has one payment open'],
    without: 'registration_payments_one_live_idx',
  },
  {
    table: 'payment.credit_purchases',
    where: `${OF_PAYER} AND status = 'cancelled'`,
    what: 'a purchase with an expired boleto that brought its credits',
    set: `status = 'completed', completed_at = now()`,
    breaks: ['each code that brought what it is for', 'each payment and purchase moved'],
  },
];

/** Ids for the placeholders in `where`: `user` paid `registration` with credits, `payer` paid the others by voucher. */
type Owners = Record<
  'user' | 'registration' | 'payer' | 'paid' | 'expired' | 'latePix' | 'lateBoleto',
  string
>;

export const tampersOf = (owners: Owners): Tamper[] =>
  [...ofCredits, ...ofVouchers].map((one) => ({
    ...one,
    where: Object.entries(owners).reduce(
      (text, [name, id]) => text.replace(`'$${name}'`, `'${id}'`),
      one.where,
    ),
  }));
