import { PAGES } from '@g2/gateway/contract/pages';
import { RETENTION } from '../../shared/retention.ts';
import type { LegalText } from './legal-page.tsx';

/** The privacy policy (Lei 13.709/2018, LGPD). Its statements must match what the product does. */
export const privacy: LegalText = {
  title: PAGES['/privacidade'].title,
  lead: 'Quais dados pessoais guardamos, para quê, por quanto tempo e como você exerce os seus direitos.',
  version: 'Versão de novembro de 2026',
  sections: [
    {
      id: 'controlador',
      title: '1. Quem decide sobre os seus dados',
      body: [
        'O controlador, nos termos da Lei nº 13.709/2018 (LGPD), é o operador desta instalação do G2 Software Registry: a pessoa ou empresa com quem você contrata o registro e que envia os avisos por e-mail.',
      ],
    },
    {
      id: 'dados',
      title: '2. Dados que guardamos',
      body: [
        [
          'Conta: nome, sobrenome, e-mail e a senha, guardada somente como hash argon2id, que não permite recuperá-la. Se você entra pela conta de outro provedor, também o identificador e o e-mail que ele nos informa.',
          'Registro: nome, e-mail e CPF ou CNPJ do requerente; nome, CPF ou CNPJ e percentual dos titulares; descrição do software, observações, as mensagens que você e a equipe trocam sobre ele e o arquivo ZIP com o seu hash.',
          'Pagamento: valor, data, situação e identificador da transação; do pagador, nome e CPF ou CNPJ para o recibo e, para um boleto, e-mail e endereço, que também vão ao provedor de pagamentos. Número do cartão e código de segurança vão do seu navegador direto ao provedor de pagamentos e não passam por nós.',
          'Atendimento: o que você nos escreve, o seu nome e e-mail, e as respostas.',
          'Sessão e segurança: um identificador da sessão, o navegador e o endereço IP de onde ela foi aberta, os atos importantes da conta e, por hash, de onde vieram tentativas de login, de cadastro e pedidos de nova senha, para conter abusos e avisar você de acessos novos.',
        ],
        'Se você informar dados de outros titulares, avise-os e faça isso com base legal.',
      ],
    },
    {
      id: 'finalidades',
      title: '3. Para que usamos',
      body: [
        [
          'Executar o contrato: criar a conta, conduzir o registro, receber o pagamento, emitir recibo e certificado e avisar das mudanças de status (art. 7º, V).',
          'Cumprir obrigações legais, como as fiscais e contábeis (art. 7º, II).',
          'Exercer direitos em processos e preservar a prova que você contratou (art. 7º, VI).',
          'Proteger o serviço e as contas contra fraude e abuso (art. 7º, IX).',
        ],
        'Não fazemos publicidade com os seus dados, não os vendemos e não tomamos decisões automatizadas sobre você.',
      ],
    },
    {
      id: 'compartilhamento',
      title: '4. Com quem compartilhamos',
      body: [
        [
          'Equipe que conduz o registro: vê os dados do registro e pode baixar o arquivo.',
          'Provedor de pagamentos, nos pagamentos por cartão, Pix e boleto.',
          'Órgão público da etapa governamental, com o que o pedido exigir.',
          'Fornecedores de hospedagem e de envio de e-mail, que tratam os dados em nome do operador.',
        ],
        'O certificado traz o nome e o CPF ou CNPJ do requerente e os titulares declarados. Só o dono do registro e a equipe o baixam; quem o recebe de você vê o que está nele.',
      ],
    },
    {
      id: 'retencao',
      title: '5. Por quanto tempo',
      body: [
        RETENTION.map(([what, howLong]) => `${what}: ${howLong.charAt(0).toLowerCase()}${howLong.slice(1)}`),
        'Excluída a conta, o que permanece passa a aparecer como “Usuário removido”: os identificadores internos já não levam a ninguém, e só os dados que você declarou em um registro pago, as mensagens sobre ele e o que está no recibo e no certificado dele continuam, porque a prova depende deles. O arquivo excluído ou substituído é apagado do depósito.',
        'A conta com saldo de créditos, com um pagamento em andamento ou com um registro pago sem certificado só pode ser excluída depois de resolvido o que a prende.',
      ],
    },
    {
      id: 'direitos',
      title: '6. Seus direitos',
      body: [
        'A LGPD (art. 18) garante a você:',
        [
          'confirmação de que tratamos seus dados e acesso a eles;',
          'correção de dados incompletos, inexatos ou desatualizados;',
          'anonimização, bloqueio ou eliminação do que for desnecessário ou excessivo;',
          'portabilidade e informação sobre com quem compartilhamos;',
          'eliminação dos dados tratados com consentimento, e revogação do consentimento, onde ele for a base;',
          'oposição a tratamento irregular e reclamação à Autoridade Nacional de Proteção de Dados (ANPD).',
        ],
        'Acesso, portabilidade e eliminação você mesmo exerce em Perfil, Meus dados: “Baixar meus dados” entrega tudo em um arquivo JSON, na hora, e “Excluir minha conta” a encerra com os registros nunca pagos e os arquivos deles. Nome, e-mail e senha você altera em Perfil; os dados de um registro, enquanto ele estiver em Submetido. Recibo, certificado e arquivo você baixa no painel.',
      ],
    },
    {
      id: 'cookies',
      title: '7. Cookies e o seu navegador',
      body: [
        'Usamos dois cookies, ambos só para quem entra na conta: o da sessão, estritamente necessário para manter você conectado, e o do navegador, um número ao acaso que vale um ano e serve para avisar você quando a sua conta é aberta em um dispositivo novo. Não há cookies de publicidade nem de medição de audiência.',
        'No armazenamento local do navegador ficam o tema escolhido (claro ou escuro), a forma da lista de registros e o rascunho do registro que você está preenchendo. O rascunho é apagado quando você sai da conta, quando outra conta entra, quando a conta é desativada ou excluída e, em todo caso, depois de 7 dias.',
      ],
    },
    {
      id: 'contato',
      title: '8. Contato',
      body: [
        'Para exercer outros direitos, escreva pela Central de Ajuda, em Fale conosco, de preferência com a sua conta aberta, para que possamos confirmar que é você. Cada pedido recebe um número, e a resposta vem por e-mail.',
      ],
    },
  ],
};
