export const readMe = (now: Date, publicUrl: string) => ({
  versao: 1,
  geradoEm: now.toISOString(),
  sobre:
    'Todos os dados que o G2 Software Registry guarda sobre a sua conta, como estavam quando este arquivo foi gerado. ' +
    'Datas em UTC (ISO 8601); dinheiro em centavos de real; créditos em centésimos. ' +
    `Os campos têm os nomes da API, descritos em ${publicUrl}/api/openapi.json.`,
  partes: {
    conta:
      'O seu cadastro, se há senha, o e-mail novo que espera confirmação, e quantos lugares de onde entrou são lembrados por 90 dias (só um resumo ' +
      'criptográfico de cada um, que não volta a ser endereço).',
    contasVinculadas:
      'As contas de outros provedores que entram na sua: de qual, quem você é lá (identificador e e-mail) e datas.',
    chavesDeAcesso: 'O nome e as datas de cada chave de acesso; a parte secreta nunca sai do seu aparelho.',
    tokensDeApi:
      'Os tokens que os seus programas usam: nome, escopos, o começo de cada um e datas; o token mesmo não é guardado.',
    sessoes: 'Onde a sua conta está aberta: aparelho (como o navegador se identifica), endereço IP e datas.',
    emails: 'O assunto e as datas de cada e-mail que enviamos; guardados por 45 dias.',
    trilha:
      'O que ficou registrado de atos seus e de atos sobre a sua conta. O endereço IP aparece só nos seus, enquanto é guardado.',
    atendimentos: 'O que você escreveu à equipe quando estava na sua conta, e as respostas.',
    creditos: 'O seu saldo, e o que se deve de um estorno.',
    pagamentos: 'Os pagamentos dos seus registros.',
    compras: 'As suas compras de créditos.',
    pagadores:
      'Quem você disse que pagava cada registro ou compra: nome, CPF ou CNPJ e, para um boleto, e-mail e endereço.',
    lancamentos: 'Cada movimento dos seus créditos.',
    registros:
      'Cada registro com todos os campos, titulares, histórico de status, mensagens trocadas com a equipe, e o certificado quando há. Os arquivos ZIP não ' +
      'estão aqui: baixe cada um, com a sua sessão aberta, no endereço do campo "arquivo"; o certificado e a prova, nos ' +
      'campos "pdf" e "prova".',
  },
});
