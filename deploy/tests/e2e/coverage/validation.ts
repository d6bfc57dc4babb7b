import { noted, type Sentence, shown } from './sentence.ts';

/** Spec §5, rule by rule. */
export const validation: readonly Sentence[] = [
  shown(
    "Registration: applicant e-mail valid ('Formato de email inválido');",
    'contract-applicant-email',
    'wizard-basic-errors',
  ),
  shown(
    "applicantTaxId 11-18 characters ('CPF/CNPJ deve ter pelo menos 11 caracteres' / 'CPF/CNPJ não pode exceder 18 caracteres');",
    'contract-tax-id-length',
    'wizard-basic-errors',
  ),
  shown(
    'title, applicantName, holderName, description, jurisdiction required; notes optional.',
    'contract-registration-required',
    'contract-registration-placeholders',
    'wizard-basic-errors',
  ),
  noted(
    'Exact messages for the required ones: not shown.',
    'Decided: one for each field, “… é obrigatório”.',
    'contract-registration-required',
  ),
  shown("Holder: holderName required ('Nome é obrigatório');", 'contract-holder-fields', 'wizard-holders'),
  shown('holderTaxId 11-18 characters, same messages;', 'contract-holder-fields', 'entity-holder'),
  noted(
    "ownershipPercentage integer 0-100 ('Percentual mínimo é 0', 'Percentual máximo é 100'), coerced to number, non-numeric becomes 0.",
    'Plain digits are coerced. What is no whole number is refused with a sentence of its own instead of becoming 0, which is a legal share: nobody is given a share that was not typed.',
    'contract-share-bounds',
    'contract-share-coerced',
    'wizard-holders',
  ),
  shown(
    "Adding is blocked if existing sum plus new exceeds 100: 'Percentual excede 100%' / 'A soma dos percentuais seria {n}%. Máximo permitido: 100%.'",
    'wizard-holders',
    'holders-sum',
    'contract-share-sum',
  ),
  shown(
    "Upload: name must end .zip ('Tipo de arquivo inválido' / 'Apenas arquivos ZIP são permitidos.'); at most 500 MB ('Arquivo muito grande' / 'O arquivo não pode exceder 500MB.'); no file ('Nenhum arquivo selecionado' / 'Por favor, selecione um arquivo ZIP.').",
    'wizard-upload-rules',
    'contract-upload',
    'upload-rules-pass',
    'upload-rules-refuse',
    'upload-too-large',
  ),
  shown(
    "Sign-up: e-mail valid ('Email inválido'); password min 8 ('A senha deve ter pelo menos 8 caracteres'); firstName and lastName min 2 ('Nome deve ter pelo menos 2 caracteres', 'Sobrenome deve ter pelo menos 2 caracteres').",
    'contract-sign-up',
    'auth-sign-up',
  ),
  shown(
    "Login: e-mail valid, password required ('Senha é obrigatória').",
    'contract-login',
    'auth-login-checks',
  ),
  shown(
    "Status update: one of the six ('Status inválido'); reason and notes optional.",
    'contract-status-action',
    'admin-registrations-status',
  ),
  shown(
    "Credit adjustment: userId required ('Usuário é obrigatório' / 'userId required');",
    'contract-credit-user',
    'admin-credits-issue',
  ),
  shown(
    "delta integer -1000 to 1000 ('O valor deve estar entre -1000 e 1000' / 'Delta deve estar entre -1000 e 1000'), not zero ('O valor não pode ser zero' / 'Delta não pode ser zero');",
    'contract-credit-limits',
    'contract-credit-numbers',
    'admin-credits-issue',
    'credits-adjustment-limits',
  ),
  shown(
    "reason required ('Motivo é obrigatório'); reference type and id optional.",
    'contract-credit-limits',
    'admin-credits-issue',
    'credits-reason-limit',
  ),
  shown(
    'Admin variant: delta -10000 to 10000.',
    'contract-credit-limits',
    'gateway-credits',
    'credits-adjustment-limits',
  ),
  shown(
    'In the issue form the amount is parsed as integer, non-numeric becomes 0, default 0.',
    'contract-credit-numbers',
    'admin-credits-issue',
  ),
  shown(
    "On the users page: delta must be a number and reason non-empty after trimming, else 'Delta e motivo são obrigatórios'.",
    'contract-credit-users-page',
    'users-credits',
  ),
  shown(
    'Admin user update: optional first/last name min 2, role, isActive.',
    'contract-user-update',
    'users-edit',
  ),
  shown(
    "Password reset: server-side rule min 8 ('A nova senha deve ter pelo menos 8 caracteres'); on the users page only non-empty after trimming ('Nova senha é obrigatória').",
    'contract-password-reset',
    'users-password',
    'gateway-users',
  ),
  shown(
    "Assign operator requires selection ('Selecione um operador').",
    'contract-assignment',
    'admin-registrations-assign',
  ),
  shown("Bulk update requires at least one selected ('Nenhum registro selecionado').", 'admin-status-select'),
  shown(
    "Custom credit amount: reais, min R$ 100,00, max R$ 100.000,00, step 0.01; outside range toast 'Valor inválido': 'O valor deve estar entre R$ 100,00 e R$ 100.000,00'.",
    'custom-amount-bounds',
    'custom-amount-step',
    'payer-told',
    'purchase-limits',
  ),
  shown(
    'Proceed disabled when nothing chosen, request pending, or amount out of range.',
    'buy-credits-package',
    'buy-pending',
    'buy-credits-custom',
  ),
  shown(
    'Sent in cents (rounded); credits received equal the amount in cents.',
    'custom-amount-rounds',
    'buy-credits-custom',
    'purchase-one-to-one',
  ),
  shown('Payment cannot start if the payment system is not ready.', 'stripe-not-ready', 'payer-told'),
  shown('Payment by credits offered only if balance is at least the fee.', 'payment-credits', 'payer-told'),
];
