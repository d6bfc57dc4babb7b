import { PAGES } from '@g2/gateway/contract/pages';

/** Texts of the page for developers. Its statements on the command line must match deploy/cli. */
export const texts = {
  documentTitle: PAGES['/desenvolvedores'].title,
  title: ['O registro,', 'dentro da sua esteira.'],
  lead: 'Um comando leva ao registro exatamente o que o Git conhece em uma tag, com o SHA-256 que a sua máquina também calcula. Ou chame a API: é a mesma que o site usa.',
  createTokenLink: 'Criar um token',
  referenceLink: PAGES['/desenvolvedores/api'].title,
  tableOfContents: 'Nesta página',
  sections: {
    token: {
      id: 'token',
      title: 'O token',
      text: [
        'Um token age em seu nome, no lugar da sua senha, e faz só o que os escopos dele permitem. Nenhum token paga, mexe na conta, cria outro token ou chega à área da equipe: isso continua no site, com você.',
      ],
      scopesTitle: 'Escopos',
      facts: [
        'É mostrado uma única vez, ao ser criado. Do nosso lado fica só o hash dele: se o perder, revogue-o e crie outro.',
        'Vale 30 dias, 90 dias, um ano ou até ser revogado, como você escolher. Cada conta tem até 20.',
        'Revogado, deixa de valer na chamada seguinte. A página dele mostra quando foi usado pela última vez.',
        'A criação e a revogação de tokens ficam na trilha de auditoria.',
        'Todos começam com g2_ e terminam com uma soma de conferência: fáceis de achar em um vazamento, e um erro de digitação é percebido antes de qualquer envio.',
      ],
      manageTokensLink: 'Criar e revogar os seus tokens',
    },
    start: {
      id: 'comecar',
      title: 'A linha de comando, passo a passo',
      text: [
        'O g2-registry precisa de Node.js 20.19 ou mais novo e do Git. Esta casa o entrega ela mesma, sem depender de um repositório público de pacotes:',
      ],
      installLabel: 'Instalar',
      runOnceLabel: 'Ou usar sem instalar',
      runOnceText:
        'Assim, com --dry-run, o ZIP é montado e o SHA-256 aparece, sem token e sem enviar nada. O npx guarda o que baixou; no computador de trabalho, instalar de novo é o que traz uma versão nova.',
      checksumLabel: 'Conferir o que chegou',
      sha256Label: (version: string) => `SHA-256 da versão ${version}, a que esta casa entrega agora:`,
      loginTitle: 'Entrar',
      loginText:
        'O token é pedido sem aparecer e fica em ~/.config/g2-registry, legível só para você. Em servidores, use a variável G2_TOKEN e nada é guardado.',
      detailsTitle: 'Descrever',
      detailsFile: 'g2-registry.json',
      detailsText:
        'Os dados vêm de opções, de um g2-registry.json na pasta do repositório, ou são perguntados no terminal. O CPF ou CNPJ do requerente não deve ir para um arquivo versionado: dê-o por opção. Titulares com participação vão em holders, com os nomes de campos da API; como o CPF de cada um vai junto, só em um arquivo que não é versionado.',
      registerTitle: 'Registrar',
      registerText:
        'O comando cria o registro, envia o ZIP e só termina bem se o hash que chegou é o da sua máquina. O pagamento é feito no site, pelo endereço que ele mostra ao fim. Repetido, continua de onde parou.',
      followTitle: 'Acompanhar e conferir',
      followText: 'verify não usa token: pergunta à conferência pública, como qualquer pessoa pode fazer.',
      exitCodesTitle: 'Com que o comando termina',
      exitCodes: [
        ['0', 'Feito. Em verify: vale. Em status --wait: chegou lá.'],
        ['1', 'Recusado, com o motivo. Em verify: não vale.'],
        ['2', 'Não foi possível fazer ou saber (rede, prazo, uso incorreto). Repetir é seguro.'],
        ['3', 'Sem token, ou o token não vale: expirou, foi revogado ou não tem o escopo.'],
      ],
    },
    zip: {
      id: 'zip',
      title: 'O que vai no ZIP, e como é o hash',
      text: [
        'Vai o que o Git conhece no commit pedido (--ref; sem ele, HEAD), lido do próprio Git e não da pasta: nada ignorado, nada fora do controle de versão, nada por commitar. O comando avisa do que ficou de fora.',
        'Os arquivos entram sem compressão, na ordem dos nomes e sem datas. Por isso o mesmo commit dá os mesmos bytes, e o mesmo SHA-256, em qualquer máquina e em qualquer dia: guarde o commit e você tem o arquivo registrado. Com --compress o ZIP é menor, mas o hash passa a depender da versão do Node.js.',
        'De um arquivo do Git LFS vai só o apontador; submódulos ficam de fora. O comando avisa dos dois. Um .zip pronto também serve, e vai como está.',
      ],
    },
    resume: {
      id: 'retomada',
      title: 'Quando a conexão cai',
      text: [
        'O envio usa o protocolo tus 1.0, em partes de 8 MiB: o que chegou fica, e o comando pergunta de que byte continuar. Se o programa for encerrado, o mesmo comando, na mesma máquina, retoma o mesmo registro, também se o commit não mudou e só os dados mudaram.',
        'Criar leva uma Idempotency-Key: uma resposta que se perdeu não cria um segundo registro.',
      ],
    },
    ci: {
      id: 'ci',
      title: 'Na integração contínua, a cada tag',
      text: [
        'Guarde G2_TOKEN e o CPF ou CNPJ como segredos, e deixe o restante em g2-registry.json. O token precisa dos escopos registrations:write e files:write. Cada tag de um commit novo cria um registro, que espera o pagamento no site; o endereço está em payUrl, na saída.',
      ],
      githubLabel: 'GitHub Actions',
      gitlabLabel: 'GitLab CI',
      gitlabText: 'No GitLab, G2_TOKEN e G2_TAX_ID são variáveis mascaradas do projeto.',
      repeatedRunText:
        'Repetida depois que o arquivo já foi recebido, a tarefa termina com 1 e mostra o registro que o tem: nada é duplicado.',
    },
    http: {
      id: 'http',
      title: 'Por HTTP',
      text: [
        'As chamadas levam o token em Authorization. Nenhuma biblioteca é necessária; estes exemplos usam só o curl.',
      ],
      createLabel: 'Criar um registro',
      sendLabel: 'Enviar o ZIP',
      readLabel: 'Ler, e baixar o pacote de prova',
      findFileLabel: 'Procurar um arquivo, sem conta',
      allCallsText:
        'Para arquivos grandes há o envio em partes (tus). Todas as chamadas, com parâmetros, respostas e erros:',
      openapiLink: 'Descrição OpenAPI 3.1 (JSON)',
    },
    limits: {
      id: 'limites',
      title: 'Limites e erros',
      facts: [
        ['Arquivo', 'ZIP de até 500 MB, com até 100.000 entradas e até 5 GB descompactado.'],
        ['Chamadas', '600 por minuto e por token, a menos que esta instalação diga outra coisa.'],
        ['Certificados, recibos e pacotes de prova', '60 por minuto e por conta.'],
        ['Transferências', 'Até 3 envios ao mesmo tempo por conta.'],
        ['À espera de pagamento', 'Até 10 registros com arquivo; pague ou exclua um para enviar outro.'],
      ],
      errorText:
        'Um erro é sempre um JSON com message (uma frase em português, que pode ser mostrada), code (estável, para o seu programa) e requestId (para nos dizer de qual chamada se trata). Em dados inválidos, fields diz o problema de cada campo.',
      errorExampleLabel: 'Exemplo de erro',
      errorCodes: [
        ['400 invalid-input', 'Os dados não servem; fields diz quais.'],
        ['401 api-token-invalid', 'O token não existe, expirou ou foi revogado.'],
        ['403 token-scope', 'O token não tem o escopo, ou nenhum token faz esta chamada.'],
        [
          '409 duplicate-file',
          'O arquivo já foi registrado e pago; sendo seu, pago ou não, registrationId diz em qual registro.',
        ],
        ['409 file-taken', 'Outra pessoa registrou e pagou o mesmo arquivo antes: nada foi cobrado.'],
        ['409 not-editable', 'O registro já não pode ser alterado.'],
        ['429 too-many-requests', 'Espere o que Retry-After diz, em segundos.'],
        ['503 unavailable', 'Nada foi feito. Tente de novo.'],
        [
          '503 outcome-unknown',
          'Pode ter sido feito. Repita com a mesma Idempotency-Key: não será feito duas vezes.',
        ],
      ],
    },
    verify: {
      id: 'conferir',
      title: 'Conferir sem nós',
      text: [
        'O pacote de prova é um ZIP que se confere sem a rede e sem este serviço: os carimbos do tempo, a entrada no registro público e o manifesto do que foi declarado. O LEIA-ME.txt dentro dele tem os comandos, só com openssl, sha256sum e pdfsig.',
        'O g2-verify faz tudo de uma vez. Depois de baixado, não fala com ninguém:',
      ],
      verifyBundleLabel: 'Conferir um pacote de prova',
      sha256Label: (version: string) => `SHA-256 do g2-verify ${version}:`,
      exitCodesText:
        'Termina com 0 se confere, 1 se não confere, 2 se não foi possível olhar e 3 sem conclusão: sem --chave e --raizes o pacote só confere consigo mesmo. Guarde em um lugar seu a chave do registro público e as raízes das autoridades de carimbo, obtidas delas.',
      verifyOnlineLink: 'Conferir pelo site',
    },
  },
} as const;
