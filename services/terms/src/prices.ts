/** Fee of one registration, cents (spec §9). */
export const FEE_CENTS = 349_900;
/** Price of one registration in hundredths of a credit: one hundredth per cent (spec §3, §9). */
export const CREDITS_PER_REGISTRATION = FEE_CENTS;
/** Fee of a new version of a registered program, cents; also the price of the `update` credit package (spec §9). */
export const UPDATE_FEE_CENTS = 149_999;

/** Service name on a receipt. A new version is recognised by its amount. */
export const serviceName = (amountCents: number): string =>
  amountCents === UPDATE_FEE_CENTS
    ? 'Atualização de registro de software: nova versão (taxa única)'
    : 'Registro de autoria de software (taxa única)';

/** Ids of the credit packages on sale (spec §9). */
export const CREDIT_PACKAGE_IDS = ['registration', 'update'] as const;
export const PACKAGE_TYPES = [...CREDIT_PACKAGE_IDS, 'custom'] as const;
export type PackageType = (typeof PACKAGE_TYPES)[number];

/** Bounds of a custom credit purchase, cents (spec §5). */
export const CUSTOM_CREDIT_MIN_CENTS = 10_000;
export const CUSTOM_CREDIT_MAX_CENTS = 10_000_000;
export const CUSTOM_AMOUNT_MESSAGE = 'O valor deve estar entre R$ 100,00 e R$ 100.000,00';

/** Bounds of a credit adjustment, ± hundredths of a credit; the second is for admins (spec §5). */
export const CREDIT_DELTA_LIMIT = 1_000;
export const ADMIN_CREDIT_DELTA_LIMIT = 10_000;
export const deltaMessage = (limit: number): string => `Delta deve estar entre -${limit} e ${limit}`;
export const DELTA_ZERO_MESSAGE = 'Delta não pode ser zero';
