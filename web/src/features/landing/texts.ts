import { PAGES } from '@g2/gateway/contract/pages';
import { STATUS_ESTIMATED_TIME, STATUS_NAMES } from '@g2/gateway/contract/stages';
import { texts as artTexts } from '../../shared/certificate/art-texts.ts';

export const texts = {
  title: PAGES['/'].title,
  hero: {
    badge: 'Registro de autoria de software',
    title: 'O código é seu. Tenha como provar.',
    text: 'Envie o ZIP do seu software, receba o hash SHA-256 como prova do conteúdo e acompanhe cada etapa até o certificado.',
    signUpLink: 'Registrar Meu Software',
    howItWorksLink: 'Como Funciona',
    receivedCertificate: 'Recebeu um certificado?',
    verifyLink: PAGES['/verificar'].title,
    claimsLabel: 'Em resumo',
    claims: [
      'Reconhecimento internacional',
      'Processo 100% digital',
      'Centenas de desenvolvedores protegidos',
    ],
  },
  art: {
    label: artTexts.label,
    // The word joiner (U+2060) prevents a line break within "SHA-256".
    caption: 'Exemplo. O hash é real: SHA-\u2060256 do texto “G2 Software Registry”.',
  },
  features: {
    title: 'Uma prova que se confere, não uma promessa',
    items: [
      {
        title: 'Hash de integridade',
        sample: '1ecc477b…8c943c06',
        text: 'O SHA-256 identifica o conteúdo exato do arquivo. Mudou um byte, muda o hash.',
      },
      {
        title: 'Data e hora de cada etapa',
        sample: '02/03/2026 09:12',
        text: 'Do envio do arquivo à emissão do certificado, cada passo fica registrado com o seu horário.',
      },
      {
        title: 'Depósito seguro',
        sample: 'fonte.zip · 11,8 MB',
        text: 'O código fica guardado em nuvem e só você e a equipe de análise têm acesso.',
      },
      {
        title: 'Certificado digital',
        sample: 'G2-2026-000123-1ECC-7',
        text: 'Documento em PDF com titulares, hash e datas, pronto para baixar e apresentar.',
      },
    ],
  },
  proof: {
    title: 'Mude uma letra e veja',
    lead: 'O mesmo cálculo que identifica o seu ZIP, feito aqui no seu navegador. Nada do que você digita sai desta página.',
    // The certificate at the top of the page shows the SHA-256 of this text.
    sampleText: 'G2 Software Registry',
    inputLabel: 'Digite qualquer texto',
    typedHashLabel: 'SHA-256 do texto',
    printedHashLabel: 'SHA-256 impresso no certificado',
    noChange: 'Igual ao hash impresso no certificado acima.',
    changedCharacters: (count: number) =>
      count === 1 ? '1 dos 64 caracteres mudou.' : `${count} dos 64 caracteres mudaram.`,
    commandHint: 'No terminal, o resultado é o mesmo:',
    shellCommand: "printf 'G2 Software Registry' | sha256sum",
  },
  howItWorks: {
    title: 'Como funciona',
    lead: 'Três passos, todos pela internet.',
    steps: [
      {
        title: 'Envie o ZIP',
        text: 'Descreva o software, informe os titulares e envie o código em um arquivo de até 500 MB.',
      },
      {
        title: 'Hash automático',
        text: 'O SHA-256 é calculado no seu navegador e conferido no servidor. Os dois aparecem lado a lado.',
      },
      {
        title: 'Receba o certificado',
        text: 'A equipe analisa, conduz a etapa governamental e libera o certificado no seu painel.',
      },
    ],
  },
  exampleRegistration: {
    title: 'Um registro, do envio ao certificado',
    exampleBadge: 'Exemplo',
    softwareTitle: 'Agenda da clínica',
    file: 'fonte.zip · 11,8 MB',
    hashes: [
      ['No seu navegador', '1ecc477b…8c943c06'],
      ['No servidor', '1ecc477b…8c943c06'],
    ],
    hashesMatch: 'Os dois hashes coincidem',
    stagesLabel: 'As etapas do registro',
    stageTimes: {
      submitted: '02/03/2026 09:12',
      paid: '02/03/2026 09:20',
      reviewing: '03/03/2026 14:05',
      government_processing: '06/03/2026 16:40',
      completed: '30/03/2026 11:15',
      certificate_issued: '31/03/2026 10:02',
    },
    stageNames: STATUS_NAMES,
    stageEstimates: STATUS_ESTIMATED_TIME,
    caption: 'As etapas e os prazos estimados são os do serviço; o registro é um exemplo.',
    estimateText: (time: string) => `prazo: ${time.toLowerCase()}`,
  },
  benefits: {
    title: 'Para quando alguém perguntar de quem é o código',
    items: [
      { title: 'Disputas de autoria', text: 'Mostre o que existia, em que data e em nome de quem.' },
      {
        title: 'Investimento e venda',
        text: 'Chegue à diligência com a titularidade do software documentada.',
      },
      { title: 'Sociedades e equipes', text: 'Registre cada titular com o seu percentual, até somar 100%.' },
      {
        title: 'Mais de um país',
        text: 'Escolha a jurisdição do registro: global, Brasil, Estados Unidos ou União Europeia.',
      },
    ],
  },
  pricing: {
    title: 'Preços',
    lead: 'Sem mensalidade. Você paga pelo registro, uma vez.',
    notes: [
      'Pagamento on-line ou com créditos pré-pagos.',
      'Correções pedidas pela equipe não são cobradas de novo.',
      'Recibo em PDF no painel.',
    ],
    popularBadge: 'Mais Popular',
    versionsLink: 'Como funciona uma nova versão',
    plans: [
      {
        name: 'Registro Inicial',
        price: 'R$ 3.499,00',
        unit: 'pagamento único',
        features: [
          'Certificado digital de autoria',
          'Hash de integridade',
          'Carimbo de data e hora oficial',
          'Depósito seguro em nuvem',
          'Suporte especializado',
        ],
        buttonText: 'Registrar Agora',
        isPopular: true,
      },
      {
        name: 'Atualização de Registro',
        price: 'R$ 1.499,99',
        unit: 'por atualização',
        features: [
          'Novo hash',
          'Certificado de atualização',
          'Histórico de versões',
          'Comparação temporal',
          'Proteção continuada',
        ],
        buttonText: 'Saiba Mais',
        isPopular: false,
      },
    ],
  },
  faq: {
    title: 'Antes de registrar',
    lead: 'As dúvidas mais comuns. As outras estão na',
    helpLink: PAGES['/help'].title,
    items: [
      {
        question: 'Vocês são o INPI?',
        answer:
          'Não. Somos um serviço privado de prova de autoria e não falamos em nome do INPI. A Lei nº 9.609/1998 protege o programa independentemente de registro; o registro serve para provar.',
      },
      {
        question: 'Quem pode ver o meu código?',
        answer:
          'Você e a equipe que conduz o registro. O arquivo fica guardado como foi enviado; não o publicamos nem o usamos para outro fim.',
      },
      {
        question: 'Quanto tempo leva?',
        answer:
          'O hash sai na hora do envio. Depois do pagamento, a estimativa é de 1 a 2 dias úteis na fila, 3 a 5 na análise, 15 a 30 na etapa governamental e 1 a 2 até o certificado.',
      },
      {
        question: 'E se eu precisar corrigir algo?',
        answer:
          'A equipe devolve o registro com o motivo, você corrige e reenvia. Um registro já pago não é cobrado de novo.',
      },
    ],
  },
  closing: {
    title: 'Registre antes que precise provar.',
    text: 'Crie a conta, envie o ZIP e veja o hash do seu código em poucos minutos.',
    signUpLink: 'Registrar Meu Software',
    pricesLink: 'Ver Preços',
  },
} as const;
