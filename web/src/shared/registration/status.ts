import {
  JURISDICTION_NAMES,
  JURISDICTIONS,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
} from '@g2/gateway/contract/status-terms';

export const STATUS_EXPLANATIONS: Readonly<Record<RegistrationStatus, string>> = {
  submitted: 'Registro recebido. O pagamento da taxa inicia a análise.',
  paid: 'Pagamento confirmado. O registro aguarda um operador.',
  reviewing: 'Nossa equipe confere dados, titulares e arquivo.',
  government_processing: 'O pedido segue na etapa governamental.',
  completed: 'Processo concluído. O certificado está sendo preparado.',
  certificate_issued: 'Certificado pronto para baixar.',
};

/** Position of a status in the registration process, from 0. */
export const statusIndex = (status: RegistrationStatus): number => REGISTRATION_STATUSES.indexOf(status);

/** The fields of a history entry that the timeline needs. */
export interface StatusChange {
  readonly fromStatus: RegistrationStatus | null;
  readonly toStatus: RegistrationStatus;
  readonly createdAt: string;
  readonly reason: string | null;
}

/** A request for corrections by staff, and its resubmission by the owner. */
export interface CorrectionRound {
  /** ISO time. */
  readonly requestedAt: string;
  readonly reason: string | null;
  /** ISO time; null until the owner has resubmitted the registration. */
  readonly resubmittedAt: string | null;
}

/** The rounds of corrections in a status history. @param history oldest first */
export function correctionRounds(history: readonly StatusChange[]): CorrectionRound[] {
  return history.flatMap(({ fromStatus, toStatus, createdAt, reason }, index) => {
    if (fromStatus === null || toStatus !== 'submitted') return [];
    return [{ requestedAt: createdAt, reason, resubmittedAt: history[index + 1]?.createdAt ?? null }];
  });
}

/** The jurisdictions that the wizard offers (spec §2). */
export const JURISDICTION_OPTIONS = JURISDICTIONS.map((value) => ({
  value,
  label: JURISDICTION_NAMES[value],
}));
