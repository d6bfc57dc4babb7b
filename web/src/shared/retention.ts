/** Stored personal data and its retention periods. The privacy policy and the personal data page show this list. */
export const RETENTION: readonly (readonly [data: string, period: string])[] = [
  [
    'Conta',
    'Até você excluí-la: nome, e-mail, a senha (somente o hash argon2id) e a imagem que o provedor de identidade indicou, se houver.',
  ],
  [
    'Sessões',
    'Terminam 7 dias depois do último uso e, no máximo, 30 dias depois de abertas (equipe: 12 horas e 7 dias). Até lá guardam o endereço IP e o navegador de onde foram abertas.',
  ],
  [
    'Atendimentos',
    'O que você escreve à equipe e as respostas: 2 anos (730 dias) depois da última mudança. O que foi escrito na sua conta some com ela; sem conta, a confirmação enviada ao e-mail informado, 1 hora depois.',
  ],
  [
    'E-mails que enviamos',
    '45 dias. Os enviados a você e os que falam de você à equipe somem com a conta; o que avisa da exclusão, 1 hora depois de enviado.',
  ],
  [
    'Lugares de onde você entrou',
    '90 dias, somente como resumo criptográfico (hash), para reconhecer a sua conta.',
  ],
  ['Contagem de tentativas', 'No máximo 24 horas, por hash, contra abusos.'],
  [
    'Trilha de atos',
    'O que foi feito e quando permanece, para que se saiba quem fez o quê; o endereço IP de cada ato, 180 dias (Marco Civil da Internet, art. 15).',
  ],
  [
    'Registro nunca pago',
    'Até você excluí-lo ou excluir a conta, com titulares, histórico e mensagens. O arquivo dele, 30 dias depois de enviado, com aviso por e-mail 7 dias antes.',
  ],
  [
    'Registro pago',
    'Dados do requerente e dos titulares, histórico, mensagens, arquivo, certificado e prova permanecem, também depois da exclusão da conta: são a prova contratada. O registro público de provas guarda somente hashes e não se apaga.',
  ],
  [
    'Pagamentos e créditos',
    'Permanecem, também depois da exclusão da conta: são o registro contábil. Não guardamos número de cartão.',
  ],
  [
    'Nome de cada arquivo enviado',
    '30 dias depois de terminado o envio, além do que está no próprio registro; some com a conta.',
  ],
  [
    'Mensagens entre as partes do sistema',
    'Até 30 dias, com identificadores, valores e códigos de pagamento, sem nomes nem textos seus. O título de um registro, o nome do arquivo e o motivo de uma correção, de que os avisos por e-mail precisam, ficam à parte por 25 horas, no máximo, e menos se o registro ou a conta for excluída antes.',
  ],
  [
    'Resposta de um pedido repetível',
    '24 horas, para que repetir um pedido não o faça duas vezes; some com a conta.',
  ],
  [
    'Cópias de segurança',
    'Pelo prazo definido pelo operador desta instalação. O que foi excluído sai delas quando elas vencem.',
  ],
  [
    'No seu navegador',
    'Rascunhos, no máximo 7 dias: somem antes quando você sai, em qualquer aba, quando outra conta entra e quando a conta é desativada ou excluída. O tema escolhido fica.',
  ],
];
