import {
  JURISDICTION_NAMES,
  JURISDICTIONS,
  REGISTRATION_STATUSES,
  type RegistrationStatus,
} from '@g2/gateway/contract/statuses';

export const STATUS_EXPLANATIONS: Readonly<Record<RegistrationStatus, string>> = {
  submitted: 'Registro recebido. O pagamento da taxa inicia a análise.',
  paid: 'Pagamento confirmado. O registro aguarda um operador.',
  reviewing: 'Nossa equipe confere dados, titulares e arquivo.',
  government_processing: 'O pedido segue na etapa governamental.',
  completed: 'Processo concluído. O certificado está sendo preparado.',
  certificate_issued: 'Certificado pronto para baixar.',
};

/** Index of a status in the order of the process, from 0. */
export const statusIndex = (status: RegistrationStatus): number => REGISTRATION_STATUSES.indexOf(status);

/** The fields of a history entry that the timeline needs. */
export interface StatusChange {
  readonly fromStatus: RegistrationStatus | null;
  readonly toStatus: RegistrationStatus;
  readonly createdAt: string;
  readonly reason: string | null;
}

export interface CorrectionRound {
  /** ISO times; `resubmittedAt` is null until the owner has resubmitted the registration. */
  readonly askedAt: string;
  readonly reason: string | null;
  readonly resubmittedAt: string | null;
}

/** Each time that staff sent a registration back, and when its owner resubmitted it. `history` is oldest first. */
export function correctionRounds(history: readonly StatusChange[]): CorrectionRound[] {
  return history.flatMap(({ fromStatus, toStatus, createdAt, reason }, index) => {
    if (fromStatus === null || toStatus !== 'submitted') return [];
    return [{ askedAt: createdAt, reason, resubmittedAt: history[index + 1]?.createdAt ?? null }];
  });
}

/** The jurisdictions that the wizard offers (spec §2). */
export const JURISDICTION_OPTIONS = JURISDICTIONS.map((value) => ({
  value,
  label: JURISDICTION_NAMES[value],
}));
