import type { PayableUntil } from '@g2/gateway/contract/bank-days';
import type { ProviderMethod } from '@g2/gateway/contract/payers';

export const texts = {
  methods: 'Forma de pagamento',
  names: { card: 'Cartão', pix: 'Pix', boleto: 'Boleto' } satisfies Record<ProviderMethod, string>,
  notes: {
    pix: 'Você paga pelo aplicativo do seu banco, e o registro segue na hora.',
    boleto: 'Você paga em qualquer banco; a confirmação leva até 2 dias úteis.',
  },
  refund: 'Se pagar duas vezes, devolvemos o segundo pagamento. Você pode desistir em até 7 dias da compra.',
  refundLink: 'Regras de devolução',
  payer: {
    title: 'Recibo em nome de',
    change: 'Alterar',
    name: 'Nome ou razão social',
    taxId: 'CPF/CNPJ do pagador',
    email: 'E-mail',
    postalCode: 'CEP',
    line1: 'Endereço (rua, avenida)',
    number: 'Número',
    complement: 'Complemento (opcional)',
    district: 'Bairro',
    city: 'Cidade',
    state: 'UF',
    save: 'Salvar',
    failed: 'Não foi possível salvar os dados do pagador.',
    boleto: 'O banco imprime estes dados no boleto; eles também vão no recibo.',
    receipt: 'Estes dados vão no recibo.',
    required: {
      name: 'Nome do pagador é obrigatório',
      email: 'Formato de email inválido',
      line1: 'Endereço é obrigatório',
      number: 'Número é obrigatório (ou S/N)',
      district: 'Bairro é obrigatório',
      city: 'Cidade é obrigatória',
      state: 'UF inválida',
      postalCode: 'CEP inválido',
    },
  },
  make: { pix: 'Gerar código Pix', boleto: 'Gerar boleto' },
  failedTitle: 'Falha no pagamento',
  failed: 'Não foi possível gerar o código. Tente novamente.',
  switch: {
    title: (open: string) => `Há um ${open} em aberto`,
    pix: 'Se você trocar de forma de pagamento, o código Pix deixa de valer.',
    boleto:
      'Se você trocar de forma de pagamento, não pague este boleto: o valor teria de ser devolvido por transferência.',
    both: 'O código continua valendo: se você pagar os dois, recebe os créditos dos dois.',
    keep: (open: string) => `Continuar com ${open}`,
    go: (next: string) => `Trocar para ${next}`,
  },
  voucher: {
    waiting: { pix: 'Pague com Pix', boleto: 'Pague o boleto' },
    steps: {
      pix: 'No aplicativo do seu banco, escolha Pix, depois “Ler QR code” ou “Pix copia e cola”.',
      boleto: 'O registro segue assim que o banco confirmar (até 2 dias úteis).',
    },
    qr: 'QR code do Pix',
    code: { pix: 'Pix copia e cola', boleto: 'Linha digitável' },
    expiresIn: 'Este código vale por mais',
    openBoleto: 'Boleto aberto',
    openUntil: (date: string) => `Boleto aberto, vence em ${date}`,
    overdue: (date: string) =>
      `Boleto vencido em ${date}; se você já pagou, o banco confirma em até 2 dias úteis`,
    openPix: 'Código Pix aberto',
    openPixUntil: (time: string) => `Código Pix aberto, vale até ${time}`,
    show: { pix: 'Ver código Pix', boleto: 'Ver boleto' },
    until: ({ last, due, isOver }: PayableUntil) => {
      if (isOver) {
        return `O prazo terminou (${last}). Se você já pagou, a confirmação leva até 2 dias úteis; se não, gere outro.`;
      }
      const why = due === null ? '' : `Vence em um dia sem bancos (${due}): `;
      return `${why}${due === null ? 'Pode' : 'pode'} ser pago até ${last}. Depois disso, gere outro.`;
    },
    pdf: 'Abrir o boleto (PDF)',
    page: 'Abrir a página do código',
    demo: 'Demonstração: nada é cobrado. Sem fazer nada, o simulador paga o código em 3 minutos; na página dele, na hora.',
    check: 'Já paguei',
    notYet: {
      pix: 'Ainda não recebemos a confirmação do banco. Ela costuma chegar em segundos; esta tela muda sozinha.',
      boleto: 'Ainda não recebemos a confirmação do banco. Ela leva até 2 dias úteis; avisamos por e-mail.',
    },
    checkFailed: 'Não foi possível conferir agora. Tente novamente.',
    expired: {
      pix: 'O código Pix venceu',
      boleto: 'O boleto venceu',
    },
    expiredNote: 'Nada foi cobrado. Gere outro para continuar.',
    again: 'Gerar outro',
    later: 'Pagar depois',
  },
} as const;
