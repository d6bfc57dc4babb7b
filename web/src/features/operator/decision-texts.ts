/** Texts of the sections that help staff decide about a registration. */
export const texts = {
  flags: {
    title: 'Pontos de atenção',
    none: 'Nada chama a atenção nos dados nem no arquivo.',
    noneYet: 'Até aqui nada chama a atenção; o arquivo ainda está sendo examinado.',
    loading: 'Conferindo os dados',
    failed: 'Os titulares não puderam ser conferidos.',
    payment: {
      refunded: 'O pagamento deste registro foi devolvido.',
      disputed: 'O pagamento deste registro foi contestado no cartão (chargeback).',
    } as Readonly<Record<string, string>>,
    paymentOther: (flag: string) => `O pagamento deste registro está marcado como “${flag}”.`,
    titular: (name: string, list: string) =>
      `O campo Titular diz “${name}”, que não está na lista de titulares: ${list}.`,
    sharesOpen: (total: string, open: string) =>
      `As participações somam ${total}: ${open} não são de ninguém.`,
    sharesOver: (total: string) => `As participações somam ${total}, mais do que o todo.`,
    sameTaxId: (taxId: string, names: string) => `O CPF/CNPJ ${taxId} é de mais de um titular: ${names}.`,
    ofApplicant: 'do requerente',
    ofHolder: (name: string) => `de ${name}`,
    wrongDigits: (taxId: string, owner: string) =>
      `CPF/CNPJ ${owner} (${taxId}): os dígitos verificadores não conferem.`,
    noTaxId: (taxId: string, owner: string) => `CPF/CNPJ ${owner} (${taxId}): não é um CPF nem um CNPJ.`,
    unread: (problem: string) => `Arquivo: ${problem}`,
    unreadFile: 'o conteúdo não pôde ser lido.',
    empty: 'o ZIP não contém nenhum arquivo.',
  },
  corrections: {
    title: 'O que mudou desde o pedido',
    loading: 'Comparando com o pedido de correções',
    failed: 'Não foi possível comparar com o pedido de correções.',
    askedAt: (when: string) => `Pedido em ${when}`,
    nothing: 'Nada mudou desde o pedido: nem os dados, nem os titulares, nem o arquivo.',
    onlyFile: 'Os dados e os titulares são os mesmos; só o arquivo mudou.',
    sameFile: 'O arquivo é o mesmo.',
    holder: { joined: 'Entrou', left: 'Saiu', changed: 'Mudou' },
  },
  certificate: { download: 'Baixar PDF' },
  browse: {
    open: 'Ver os arquivos aqui',
    close: 'Fechar os arquivos',
  },
  weights: { grave: 'Grave:', attention: 'Atenção:', note: 'Aviso:' },
} as const;
