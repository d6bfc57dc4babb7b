import { invalidField } from '@g2/terms/errors';
import {
  CREDITS_PER_REGISTRATION,
  CUSTOM_AMOUNT_MESSAGE,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  FEE_CENTS,
  type PackageType,
  UPDATE_FEE_CENTS,
} from '@g2/terms/prices';

export type CreditPackage = {
  id: Exclude<PackageType, 'custom'>;
  name: string;
  popular: boolean;
  priceDisplay: string;
  priceInCents: number;
  /** Hundredths of a credit. */
  credits: number;
  description: string;
};

/** Prices: spec §9. */
export const packages: readonly CreditPackage[] = [
  {
    id: 'registration',
    name: 'Registro de Software',
    popular: true,
    priceDisplay: 'R$ 3.499,00',
    priceInCents: FEE_CENTS,
    credits: CREDITS_PER_REGISTRATION,
    description: 'Créditos para um registro completo de software',
  },
  {
    id: 'update',
    name: 'Atualização de Registro',
    popular: false,
    priceDisplay: 'R$ 1.499,99',
    priceInCents: UPDATE_FEE_CENTS,
    credits: UPDATE_FEE_CENTS,
    description: 'Créditos para a atualização de um registro',
  },
];

export type Choice = { $case: 'packageId'; value: string } | { $case: 'customAmount'; value: number };

/** `credits` in hundredths of a credit: the same number as the price in cents (spec §3). */
export type Offer = { packageType: PackageType; priceInCents: number; credits: number };

/**
 * Only the server sets the price (api-rules R7).
 * @throws AppError invalid-input for an unknown package, or a custom amount outside the limits of spec §5
 */
export function priceOf(choice: Choice | undefined): Offer {
  if (choice?.$case === 'packageId') {
    const chosen = packages.find((one) => one.id === choice.value);
    if (!chosen) throw invalidField('packageId', 'Pacote de créditos não encontrado');
    return { packageType: chosen.id, priceInCents: chosen.priceInCents, credits: chosen.credits };
  }
  if (choice?.$case === 'customAmount') {
    const amount = choice.value;
    if (
      !Number.isSafeInteger(amount) ||
      amount < CUSTOM_CREDIT_MIN_CENTS ||
      amount > CUSTOM_CREDIT_MAX_CENTS
    ) {
      throw invalidField('customAmount', CUSTOM_AMOUNT_MESSAGE);
    }
    return { packageType: 'custom', priceInCents: amount, credits: amount };
  }
  throw invalidField('packageId', 'Escolha um pacote ou informe um valor');
}
