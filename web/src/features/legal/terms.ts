import {
  CREDITS_PER_REGISTRATION,
  CUSTOM_CREDIT_MAX_CENTS,
  CUSTOM_CREDIT_MIN_CENTS,
  UPDATE_FEE_CENTS,
} from '@g2/gateway/contract/constants';
import { PAGES } from '@g2/gateway/contract/pages';
import { formatCents } from '../../lib/format.ts';
import type { LegalText } from './legal-page.tsx';

/** Prices in cents. The price of a registration is defined in hundredths of a credit, each worth one cent (spec §9). */
const PRICES = { registration: CREDITS_PER_REGISTRATION, update: UPDATE_FEE_CENTS } as const;

/** Bounds of a custom credit purchase, in cents. */
const CREDIT_LIMITS = { min: CUSTOM_CREDIT_MIN_CENTS, max: CUSTOM_CREDIT_MAX_CENTS } as const;

/** The terms of use. Their promises must match what the product does. */
export const terms: LegalText = {
  title: PAGES['/termos'].title,
  lead: 'O que você contrata, o que não está incluído e como tratamos pagamento, correções e o seu arquivo.',
  version: 'Versão de novembro de 2026',
  sections: [
    {
      id: 'servico',
      title: '1. O que é o serviço',
      body: [
        'O G2 Software Registry é um serviço privado de prova de autoria de software. Você descreve o programa e envia o código em um arquivo ZIP; nós calculamos e guardamos o hash SHA-256 do arquivo, registramos a data e a hora de cada etapa, conduzimos o pedido até a etapa governamental e emitimos um certificado em PDF.',
        'Nestes termos, “operador” é a pessoa ou empresa que mantém a instalação do serviço que você está usando e com quem você contrata.',
      ],
    },
    {
      id: 'limites',
      title: '2. O que o serviço não é',
      body: [
        [
          'Não somos o INPI nem órgão público, e não falamos em nome deles. O nosso certificado não é um certificado do INPI.',
          'O direito de autor sobre programa de computador independe de registro (Lei nº 9.609/1998, art. 2º, § 3º). O registro serve para provar, não cria o direito.',
          'O hash prova que um arquivo exato existia na data registrada. Quem julga a autoria, em caso de disputa, é o Judiciário ou o árbitro, que avalia a prova livremente: não garantimos o resultado de nenhum processo.',
          'Não avaliamos originalidade, qualidade ou patenteabilidade do programa e não prestamos consultoria jurídica.',
        ],
      ],
    },
    {
      id: 'conta',
      title: '3. Sua conta',
      body: [
        'Para registrar é preciso criar uma conta com nome e e-mail verdadeiros. A senha é pessoal; o que for feito com ela é considerado feito por você. Se suspeitar de uso indevido, altere a senha em Perfil: as outras sessões abertas são encerradas na hora.',
        'Uma conta usada para fraude, ou para registrar obra alheia, pode ser desativada.',
      ],
    },
    {
      id: 'declaracoes',
      title: '4. O que você declara',
      body: [
        [
          'Você é autor do software ou tem autorização de todos os titulares para registrá-lo.',
          'Os dados do requerente e dos titulares, com CPF ou CNPJ e percentuais, são verdadeiros.',
          'O arquivo não contém programas maliciosos nem material que você não possa guardar em um serviço de terceiros.',
        ],
        'Os dados de autoria e titularidade constam do certificado como declarados por você.',
      ],
    },
    {
      id: 'pagamento',
      title: '5. Preços e pagamento',
      body: [
        `O registro inicial custa ${formatCents(PRICES.registration)}, pagos uma única vez. A atualização de um registro custa ${formatCents(PRICES.update)} por atualização. Não há mensalidade nem taxa adicional nossa depois do pagamento.`,
        `O pagamento é feito por cartão, Pix ou boleto, pelo provedor de pagamentos, conforme as formas oferecidas na hora, ou com créditos pré-pagos. Um crédito vale R$ 1,00. A compra de valor livre vai de ${formatCents(CREDIT_LIMITS.min)} a ${formatCents(CREDIT_LIMITS.max)}.`,
        'Um código Pix vale um dia, e um boleto, até o fim do terceiro dia, ou do dia seguinte com bancos abertos; vencido sem pagamento, nada é cobrado e outro pode ser gerado. A confirmação de um boleto leva até 2 dias úteis.',
        'A análise começa depois que o pagamento é confirmado pelo provedor. O recibo em PDF, em nome do pagador informado, fica no painel.',
      ],
    },
    {
      id: 'devolucoes',
      title: '6. Desistência, devolução e estorno',
      body: [
        [
          'Um registro ainda não pago pode ser excluído por você, sem custo.',
          'Se um mesmo registro for pago duas vezes, o segundo pagamento é devolvido: automaticamente e pelo mesmo meio, no cartão e no Pix; por transferência à conta do pagador, no boleto, que o provedor não devolve.',
          'Você pode desistir em até 7 dias da compra e receber o valor de volta, como manda a lei; um Pix é devolvido pelo mesmo meio em até 90 dias, e depois disso, por transferência.',
          'Pagamento com créditos que não possa ser concluído volta inteiro para o saldo.',
          'Devolução ou contestação aceita do pagamento de um registro bloqueia a emissão e o download do certificado. Na compra de créditos, retira do saldo os créditos correspondentes; o que já tiver sido usado fica anotado como valor devido.',
        ],
        'Demais pedidos de devolução são tratados diretamente com o operador. Nada aqui limita os direitos do consumidor, entre eles o de arrependimento em compras a distância (Lei nº 8.078/1990, art. 49).',
      ],
    },
    {
      id: 'correcoes',
      title: '7. Análise, correções e prazos',
      body: [
        'A equipe confere dados, titulares e arquivo. Se algo precisar de correção, o registro volta para Submetido com o motivo; você corrige e reenvia, e não paga de novo.',
        'Os prazos mostrados no painel são estimativas em dias úteis. A etapa governamental depende de terceiros e pode levar mais tempo.',
      ],
    },
    {
      id: 'arquivo',
      title: '8. Guarda do arquivo',
      body: [
        'O ZIP é guardado como foi enviado e pode ser baixado por você enquanto o registro existir. Têm acesso a ele você e a equipe que conduz o registro, que pode baixá-lo para análise. Não publicamos, não licenciamos e não usamos o seu código para outro fim.',
        'Guarde também a sua cópia do ZIP original: é com ela que se confere o hash. Um mesmo arquivo não pode constar em dois registros; o arquivo de um registro não pago há mais de 30 dias deixa de ficar reservado se outra pessoa enviar o mesmo arquivo.',
      ],
    },
    {
      id: 'responsabilidade',
      title: '9. Responsabilidade e mudanças',
      body: [
        'Respondemos pela guarda do arquivo, pela exatidão do hash e das datas e pela condução do registro, nos limites da lei. Não respondemos por informações falsas do requerente nem por decisões de terceiros, como órgãos públicos e tribunais.',
        'Se estes termos mudarem, a nova versão vale para o que for contratado depois dela. O que já foi pago segue as condições do momento do pagamento. Aplica-se a lei brasileira.',
      ],
    },
  ],
};
