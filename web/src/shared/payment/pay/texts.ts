import type { PayableUntil } from '@g2/gateway/contract/bank-days';
import type { ProviderMethod } from '@g2/gateway/contract/payers';

export const texts = {
  methods: 'Forma de pagamento',
  methodNames: { card: 'Cartão', pix: 'Pix', boleto: 'Boleto' } satisfies Record<ProviderMethod, string>,
  methodNotes: {
    pix: 'Você paga pelo aplicativo do seu banco, e o registro segue na hora.',
    boleto: 'Você paga em qualquer banco; a confirmação leva até 2 dias úteis.',
  },
  refundNote:
    'Se pagar duas vezes, devolvemos o segundo pagamento. Você pode desistir em até 7 dias da compra.',
  refundLink: 'Regras de devolução',
  payer: {
    receiptFor: 'Recibo em nome de',
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
    boletoNote: 'O banco imprime estes dados no boleto; eles também vão no recibo.',
    receiptNote: 'Estes dados vão no recibo.',
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
  createCode: { pix: 'Gerar código Pix', boleto: 'Gerar boleto' },
  failedTitle: 'Falha no pagamento',
  failed: 'Não foi possível gerar o código. Tente novamente.',
  switch: {
    title: (openMethod: string) => `Há um ${openMethod} em aberto`,
    pix: 'Se você trocar de forma de pagamento, o código Pix deixa de valer.',
    boleto:
      'Se você trocar de forma de pagamento, não pague este boleto: o valor teria de ser devolvido por transferência.',
    bothPayable: 'O código continua valendo: se você pagar os dois, recebe os créditos dos dois.',
    keep: (openMethod: string) => `Continuar com ${openMethod}`,
    switchTo: (newMethod: string) => `Trocar para ${newMethod}`,
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
    openBoletoUntil: (date: string) => `Boleto aberto, vence em ${date}`,
    boletoOverdue: (date: string) =>
      `Boleto vencido em ${date}; se você já pagou, o banco confirma em até 2 dias úteis`,
    openPix: 'Código Pix aberto',
    openPixUntil: (time: string) => `Código Pix aberto, vale até ${time}`,
    show: { pix: 'Ver código Pix', boleto: 'Ver boleto' },
    payableUntil: ({ last, due, isOver }: PayableUntil) => {
      if (isOver) {
        return `O prazo terminou (${last}). Se você já pagou, a confirmação leva até 2 dias úteis; se não, gere outro.`;
      }
      const dueNote = due === null ? '' : `Vence em um dia sem bancos (${due}): `;
      return `${dueNote}${due === null ? 'Pode' : 'pode'} ser pago até ${last}. Depois disso, gere outro.`;
    },
    pdf: 'Abrir o boleto (PDF)',
    codePage: 'Abrir a página do código',
    demoNote:
      'Demonstração: nada é cobrado. Sem fazer nada, o simulador paga o código em 3 minutos; na página dele, na hora.',
    alreadyPaid: 'Já paguei',
    notConfirmedYet: {
      pix: 'Ainda não recebemos a confirmação do banco. Ela costuma chegar em segundos; esta tela muda sozinha.',
      boleto: 'Ainda não recebemos a confirmação do banco. Ela leva até 2 dias úteis; avisamos por e-mail.',
    },
    checkFailed: 'Não foi possível conferir agora. Tente novamente.',
    expired: {
      pix: 'O código Pix venceu',
      boleto: 'O boleto venceu',
    },
    expiredNote: 'Nada foi cobrado. Gere outro para continuar.',
    createAnother: 'Gerar outro',
    payLater: 'Pagar depois',
  },
} as const;
