export const texts = {
  title: 'Central de Ajuda',
  lead: 'O essencial sobre o registro, os preços e como conferir você mesmo a prova de autoria.',
  toc: 'Nesta página',
  sections: [
    {
      id: 'hash',
      title: 'Como conferir o SHA-256',
      paragraphs: [
        'O SHA-256 é uma impressão digital de 64 caracteres do arquivo enviado. Calcule o hash do seu ZIP e compare com o que aparece no registro e no certificado: se os 64 caracteres forem iguais, o arquivo é o mesmo, byte a byte.',
        'Guarde o ZIP original. Compactar de novo a mesma pasta gera outro arquivo, com outro hash.',
      ],
      commands: [
        { system: 'Linux', command: 'sha256sum meu-software.zip' },
        { system: 'macOS', command: 'shasum -a 256 meu-software.zip' },
        { system: 'Windows', command: 'certutil -hashfile meu-software.zip SHA256' },
      ],
    },
    {
      id: 'etapas',
      title: 'As etapas do registro',
      paragraphs: [
        'Submetido: os dados e o arquivo foram recebidos e o registro aguarda o pagamento. Pago: a fila de análise, de 1 a 2 dias úteis. Em Análise: a equipe confere dados, titulares e arquivo, de 3 a 5 dias úteis. Processamento Governamental: a etapa externa, de 15 a 30 dias úteis. Concluído: preparação do certificado, de 1 a 2 dias úteis. Certificado Emitido: o PDF está no seu painel.',
        'Se algo precisar de correção, o registro volta para Submetido com o motivo. Um registro já pago é corrigido e reenviado sem nova cobrança.',
      ],
    },
    {
      id: 'precos',
      title: 'Preços e créditos',
      paragraphs: [
        'O registro custa R$ 3.499,00, pagos uma única vez. A atualização de um registro custa R$ 1.499,99 por atualização.',
        'O pagamento é feito por cartão ou com créditos pré-pagos. Um crédito vale R$ 1,00; a compra avulsa vai de R$ 100,00 a R$ 100.000,00. O recibo fica disponível no painel depois do pagamento.',
      ],
    },
    {
      id: 'inpi',
      title: 'O INPI e nós',
      paragraphs: [
        'No Brasil, o registro oficial de programas de computador é feito pelo INPI, o Instituto Nacional da Propriedade Industrial. Ele é facultativo: a Lei nº 9.609/1998 protege o programa independentemente de registro.',
        'Não somos o INPI nem qualquer órgão público, e não falamos em nome deles. O G2 Software Registry é um serviço privado que guarda o seu código, prova o conteúdo pelo hash e a data, e conduz o registro até o certificado.',
      ],
    },
    {
      id: 'arquivo',
      title: 'O arquivo e os titulares',
      paragraphs: [
        'Aceitamos um arquivo .zip de até 500 MB por registro. Enquanto o registro está em Submetido, você pode substituir o arquivo e editar os dados. O mesmo arquivo não pode constar em dois registros.',
        'Se mais de uma pessoa ou empresa divide os direitos, informe cada titular com CPF ou CNPJ e percentual. A soma não pode passar de 100%.',
      ],
    },
    {
      id: 'termos',
      title: 'Termos de uso e privacidade',
      paragraphs: [
        'Ao registrar um software, você declara ser autor ou ter autorização dos titulares. O arquivo é guardado para prova e análise; só você e a equipe que conduz o registro têm acesso a ele.',
        'Usamos seus dados (nome, e-mail, CPF ou CNPJ) para conduzir o registro, emitir recibo e certificado e avisar das mudanças de status. Os dados do cartão ficam com o provedor de pagamento.',
        'Você pode corrigir seu nome e sua senha em Perfil, e excluir um registro que ainda não foi pago. Para excluir a conta, fale com a nossa equipe: a conta e os dados pessoais são apagados, e o histórico dos registros permanece sem o seu nome.',
      ],
    },
  ],
} as const;
