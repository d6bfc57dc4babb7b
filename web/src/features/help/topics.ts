import {
  CREDITS_PER_REGISTRATION,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  UPDATE_FEE_CENTS,
} from '@g2/gateway/contract/constants';
import { formatCents } from '../../lib/format.ts';
import { link, list, type Topic, text } from './answers.ts';

const registrationFee = formatCents(CREDITS_PER_REGISTRATION);
const updateFee = formatCents(UPDATE_FEE_CENTS);
const minCredits = formatCents(CUSTOM_CREDIT_MIN_CENTS);
const maxCredits = formatCents(CUSTOM_CREDIT_MAX_CENTS);

export const topics: readonly Topic[] = [
  {
    title: 'A prova de autoria',
    questions: [
      {
        id: 'hash',
        question: 'Como conferir o hash por conta própria?',
        answer: [
          text(
            'O SHA-256 é uma impressão digital de 64 caracteres do arquivo enviado. Calcule o hash do seu ZIP no seu computador e compare com o que aparece no registro e no certificado: se os 64 caracteres forem iguais, o arquivo é o mesmo, byte a byte.',
          ),
          { kind: 'commands' },
          text(
            'Guarde o ZIP original. Compactar de novo a mesma pasta gera outro arquivo, com outro hash, porque o ZIP guarda também datas e ordem dos arquivos.',
          ),
        ],
      },
      {
        id: 'prova',
        question: 'O que o hash prova, e o que não prova?',
        answer: [
          text(
            'Prova que aquele arquivo exato existia na data registrada, em nome de quem o enviou. Mudou um byte, muda o hash; e do hash não se volta ao código.',
          ),
          text(
            'Não prova, sozinho, que ninguém escreveu antes algo parecido. Em uma disputa, quem decide é o Judiciário ou o árbitro, que avalia a prova livremente.',
          ),
        ],
      },
      {
        id: 'certificado',
        question: 'O que vem no certificado e como conferi-lo?',
        answer: [
          list(
            'Nome do programa, requerente e titulares declarados, com percentuais.',
            'SHA-256, nome e tamanho do arquivo.',
            'Datas de criação, pagamento, envio ao órgão público e emissão, no horário de Brasília.',
            'Número do certificado e um código QR que leva à conferência pública.',
          ),
          text(
            'Quem recebe o certificado de você o confere sem conta, pelo número, pelo código QR ou pelo próprio arquivo, que é lido no navegador e não é enviado. Ou por conta própria: calcule o SHA-256 do ZIP guardado e compare com o impresso.',
          ),
          link('/verificar', 'Conferir um certificado'),
        ],
      },
    ],
  },
  {
    title: 'O registro, passo a passo',
    questions: [
      {
        id: 'etapas',
        question: 'Quais são as etapas e quanto tempo leva cada uma?',
        answer: [
          { kind: 'statuses' },
          text(
            'Os prazos são estimativas em dias úteis. A etapa governamental depende de terceiros e pode levar mais tempo. Você recebe um e-mail a cada mudança.',
          ),
        ],
      },
      {
        id: 'arquivo',
        question: 'Que arquivo devo enviar?',
        answer: [
          text(
            'Um arquivo .zip de até 500 MB com o código-fonte. O hash é calculado no seu navegador durante o envio e conferido no servidor; os dois aparecem lado a lado.',
          ),
          text(
            'Enquanto o registro está em Submetido você pode substituir o arquivo e editar os dados. O mesmo arquivo não pode constar em dois registros.',
          ),
        ],
      },
      {
        id: 'titulares',
        question: 'E se o software tem mais de um dono?',
        answer: [
          text(
            'Informe cada titular com CPF ou CNPJ e percentual, na terceira etapa do registro. A soma não pode passar de 100%. Informar titulares é opcional.',
          ),
        ],
      },
      {
        id: 'correcoes',
        question: 'A equipe pediu correções. E agora?',
        answer: [
          text(
            'O registro volta para Submetido e mostra o motivo. Corrija os dados, o arquivo ou os titulares e use Reenviar. Um registro já pago não é cobrado de novo.',
          ),
        ],
      },
      {
        id: 'guarda',
        question: 'O que acontece com o meu arquivo?',
        answer: [
          text(
            'Fica guardado como foi enviado. Só você e a equipe que conduz o registro têm acesso; você pode baixá-lo quando quiser. Não publicamos nem usamos o seu código para outro fim.',
          ),
        ],
      },
    ],
  },
  {
    title: 'Preços e pagamento',
    questions: [
      {
        id: 'precos',
        question: 'Quanto custa?',
        answer: [
          text(
            `O registro custa ${registrationFee}, pagos uma única vez. A atualização de um registro custa ${updateFee} por atualização. Não há mensalidade nem taxas adicionais depois do pagamento.`,
          ),
        ],
      },
      {
        id: 'versao',
        question: 'Quando vale registrar uma nova versão?',
        answer: [
          text(
            `Quando o que mudou vale por si: um módulo novo, uma reescrita, a versão que vai ao mercado. A atualização custa ${updateFee}, compara os arquivos das duas versões e emite um certificado próprio; o primeiro continua valendo.`,
          ),
          link('/versoes', 'Como funciona a atualização de registro'),
        ],
      },
      {
        id: 'pagamento',
        question: 'Como posso pagar?',
        answer: [
          text(
            `Por cartão, Pix ou boleto, conforme as formas oferecidas na hora de pagar, ou com créditos pré-pagos. Um crédito vale R$ 1,00; a compra de valor livre vai de ${minCredits} a ${maxCredits}. Para pagar com créditos, o saldo precisa cobrir a taxa inteira.`,
          ),
          text(
            'Os dados do cartão vão do seu navegador direto ao provedor de pagamentos. O recibo em PDF fica no painel.',
          ),
        ],
      },
      {
        id: 'recusado',
        question: 'O pagamento foi recusado ou ficou em dúvida. Vou pagar duas vezes?',
        answer: [
          text(
            'Não. Uma recusa não cobra nada: tente de novo ou use outro cartão. Se a conexão cair no meio, o resultado é verificado com o provedor antes de qualquer nova cobrança; um pagamento em duplicidade é devolvido automaticamente.',
          ),
          link('/termos#devolucoes', 'Desistência, devolução e estorno'),
        ],
      },
    ],
  },
  {
    title: 'Quem somos e os seus dados',
    questions: [
      {
        id: 'inpi',
        question: 'Vocês são o INPI?',
        answer: [
          text(
            'Não. O G2 Software Registry é um serviço privado; não somos o INPI nem qualquer órgão público e não falamos em nome deles.',
          ),
          text(
            'No Brasil, o registro oficial de programas de computador é feito pelo INPI, o Instituto Nacional da Propriedade Industrial, e é facultativo: a Lei nº 9.609/1998 protege o programa independentemente de registro. O nosso certificado não é um certificado do INPI.',
          ),
        ],
      },
      {
        id: 'privacidade',
        question: 'Quais dados pessoais vocês guardam?',
        answer: [
          text(
            'Nome, e-mail, CPF ou CNPJ e o que você informa no registro, para conduzi-lo, emitir recibo e certificado e avisar das mudanças. Usamos dois cookies, só para quem entra na conta: o da sessão e o que reconhece o seu navegador.',
          ),
          link('/privacidade', 'Política de Privacidade'),
        ],
      },
      {
        id: 'senha',
        question: 'Esqueci a minha senha. E agora?',
        answer: [
          text(
            'Ninguém pode lê-la, nem nós: só o hash dela fica guardado. Peça um link pelo e-mail da sua conta e defina uma senha nova: ele chega em instantes, vale por 30 minutos e encerra as sessões abertas. Um segundo fator continua valendo.',
          ),
          link('/auth/esqueci', 'Definir nova senha'),
        ],
      },
      {
        id: 'conta',
        question: 'Como altero meus dados ou excluo a conta?',
        answer: [
          text(
            'Nome, e-mail e senha você altera em Perfil. Um registro ainda não pago você mesmo pode excluir. Em Perfil, Meus dados, você baixa tudo o que guardamos e exclui a conta: ela, os seus dados pessoais e os registros nunca pagos são apagados; os registros pagos e os lançamentos de créditos permanecem como prova, com “Usuário removido” no lugar do nome da conta.',
          ),
          link('/privacidade#direitos', 'Seus direitos pela LGPD'),
        ],
      },
    ],
  },
];
