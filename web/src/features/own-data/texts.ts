export const texts = {
  title: 'Meus dados',
  lead: 'O que guardamos sobre você, por quanto tempo, e como levar ou apagar tudo.',
  retentionTitle: 'O que guardamos e por quanto tempo',
  privacyPolicy: 'Política de Privacidade',
  download: {
    title: 'Baixar meus dados',
    text: 'Um arquivo JSON com o seu cadastro, sessões, e-mails enviados, atos, registros com titulares, histórico e mensagens, pagamentos, créditos e certificados. Os arquivos ZIP não vão junto: o arquivo diz onde baixar cada um.',
    limit: 'Até cinco vezes por hora.',
    button: 'Baixar meus dados',
    name: 'Meus dados',
    downloaded: 'Dados baixados',
    downloadedText: (file: string) =>
      `O arquivo ${file} está nos seus downloads. Ele contém dados pessoais: guarde-o com cuidado.`,
    failed: 'Não foi possível baixar os seus dados',
    failedText: 'Nada foi baixado. Tente novamente em instantes.',
  },
  remove: {
    title: 'Excluir minha conta',
    text: 'Não tem volta: nem nós conseguimos recuperar a conta depois.',
    deletedTitle: 'É apagado',
    keptTitle: 'Permanece, como “Usuário removido”',
    accountData: 'O cadastro, as sessões em todos os aparelhos e a lista de e-mails enviados.',
    unpaidRegistrations: (count: number, isMinimum: boolean) => {
      if (count === 0) return 'Registros nunca pagos: você não tem nenhum.';
      if (count === 1) return '1 registro nunca pago, com titulares, histórico e arquivo.';
      return `${isMinimum ? 'Pelo menos ' : ''}${count} registros nunca pagos, com titulares, histórico e arquivos.`;
    },
    unpaidRegistrationsUnknown: 'Os registros nunca pagos, com titulares, histórico e arquivos.',
    paidRegistrations: (count: number) => {
      if (count === 0) return 'Registros pagos: você não tem nenhum.';
      return count === 1
        ? '1 registro pago, com os dados declarados nele, as mensagens, o arquivo e a prova.'
        : `${count} registros pagos, com os dados declarados neles, as mensagens, os arquivos e as provas.`;
    },
    paidRegistrationsUnknown:
      'Os registros pagos, com os dados declarados neles, as mensagens, os arquivos e as provas.',
    paymentHistory: 'O histórico de pagamentos e de créditos.',
    downloadFirst: 'Baixe os seus dados antes: depois não será possível.',
    staffObstacle: 'A sua conta é da equipe: peça a exclusão a outro administrador.',
    balanceObstacle: (credits: string) =>
      `Você ainda tem ${credits}. Use-os, ou fale conosco pela Central de Ajuda, antes de excluir a conta.`,
    button: 'Excluir minha conta',
    dialogTitle: 'Excluir a sua conta?',
    confirmationWord: 'EXCLUIR',
    typeWordLabel: 'Para confirmar, digite EXCLUIR',
    typeWordHint: 'Em letras maiúsculas.',
    password: 'Senha atual',
    passwordHint: 'Deixe em branco se você entra somente pelo provedor de identidade.',
    submit: 'Excluir para sempre',
    deleted: 'Conta excluída',
    deletedText: 'A sua conta e os seus dados pessoais foram excluídos.',
    failed: 'A conta não foi excluída',
    failedText: 'Não foi possível excluir a conta. Tente novamente em instantes.',
  },
} as const;
