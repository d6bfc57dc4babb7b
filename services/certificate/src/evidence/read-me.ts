import type { Deposit } from '../domain/certificate.ts';

export type StampFile = {
  name: string;
  of: 'file' | 'certificate';
  authority: string;
  time: Date;
  hash: string;
};

/** A file in `chegada/`: a stamp of the log checkpoint that covers the arrival. */
export type ArrivalStamp = Pick<StampFile, 'name' | 'authority' | 'time'>;

export type ReadMe = {
  deposit: Deposit;
  number: string | null;
  isPaid: boolean;
  arrival: readonly ArrivalStamp[];
  stamps: readonly StampFile[];
  commitment: string;
  /** Null when the bundle has no separate evidence of the deposit. */
  depositCommitment: string | null;
  /** Merkle root of the file manifest, if the evidence states it. */
  root: string | null;
  publicUrl: string;
};

/** Text of LEIA-ME.txt: explains the proof bundle and its verification with common tools. */
export function readMe({
  deposit,
  number,
  isPaid,
  arrival,
  stamps,
  commitment,
  depositCommitment,
  root,
  publicUrl,
}: ReadMe): string {
  const ofFile = stamps.filter((stamp) => stamp.of === 'file');
  const ofCertificate = stamps.filter((stamp) => stamp.of === 'certificate');
  const head = `PACOTE DE PROVA · G2 Software Registry
${number === null ? UNCERTIFIED[isPaid ? 'paid' : 'unpaid'] : `Certificado ${number}`}

Programa: ${deposit.title}
Depósito: ${deposit.depositedAt ?? '—'}
Arquivo:  ${deposit.fileName} (${deposit.fileSize} bytes)
SHA-256:  ${deposit.sha256}${deposit.sha512 === null ? '' : `\nSHA-512:  ${deposit.sha512}`}

Este pacote se confere sem a rede e sem esta empresa. Os comandos abaixo são de
um terminal Linux ou macOS, nesta pasta.`;
  const parts = [
    `O ARQUIVO É O DEPOSITADO?
Troque arquivo.zip pelo nome do seu ZIP. O resultado deve ser o SHA-256 acima.

    sha256sum arquivo.zip

(macOS: shasum -a 256 arquivo.zip; Windows: certutil -hashfile arquivo.zip SHA256)`,
  ];
  if (ofFile.length + arrival.length > 0) {
    parts.push(`QUANDO EXISTIA?
Carimbos do tempo (RFC 3161). De cada um, o primeiro comando deve responder
"Verification: OK"; o segundo mostra a hora carimbada, em "Time stamp".
-attime é essa hora: o certificado de quem carimbou vale nela, e não precisa
valer no dia da conferência.
${arrival.length === 0 ? '' : arrivalText(arrival, depositCommitment !== null)}${
  ofFile.length === 0
    ? ''
    : `
Sobre o hash do arquivo, a partir do pagamento:
${ofFile.map((stamp) => stampCommand(stamp, `-digest ${stamp.hash}`, 'carimbos')).join('\n')}`
}`);
  }
  if (number !== null) {
    parts.push(`O CERTIFICADO É AUTÊNTICO?
A assinatura do PDF, com o programa pdfsig (poppler):

    pdfsig certificado.pdf

Deve dizer "Signature is Valid". "Certificate issuer is unknown" só diz que este
computador não conhece a autoridade; "Not total document signed", que depois da
assinatura se acrescentaram carimbos, e não que o texto mudou.
${ofCertificate.map((stamp) => stampCommand(stamp, '-data certificado.pdf', 'carimbos')).join('\n')}`);
  }
  parts.push(`O QUE FOI DECLARADO?
manifesto.json diz o que se registrou. O seu compromisso, que o registro público
guarda, é o SHA-256 do sal seguido do manifesto. O resultado deve ser
${commitment}

    cat registro/sal manifesto.json | sha256sum
${
  depositCommitment === null
    ? ''
    : `
A pasta deposito/ tem o mesmo do momento do depósito. O resultado deve ser
${depositCommitment}

    cat deposito/sal deposito/manifesto.json | sha256sum
`
}`);
  parts.push(`O REGISTRO PÚBLICO
registro/prova.tlog-proof (c2sp.org/tlog-proof@v1) mostra que o compromisso está
no registro público, cuja chave é registro/chave; registro/recibo.cose diz o
mesmo na forma da RFC 9942. O programa g2-verify confere tudo de uma vez, sem
rede; instala-se por npm install do endereço abaixo, e vale guardá-lo com a prova:
${publicUrl}/desenvolvedores/g2-verify.tgz

    npx g2-verify .

Assim ele só vê se o pacote confere consigo mesmo, e diz SEM CONCLUSÃO: quem faz
um pacote falso o faz com chaves próprias. Para concluir, indique por --chave a
chave do registro e por --raizes as raízes das autoridades, obtidas de quem as
publica ou guardadas de outra fonte. A do registro: ${publicUrl}/log/key

O mesmo, enquanto o serviço existir: ${publicUrl}/verificar${number === null ? '' : `/${number}`}`);
  if (root !== null) parts.push(oneFile(root));
  const numbered = parts.map((part, at) => `${at + 1}. ${part}`);
  return `${[head, ...numbered, WHAT_IT_PROVES].join('\n\n')}\n`;
}

const WHAT_IT_PROVES = `O QUE ISTO PROVA: que este arquivo, byte a byte, existia nos momentos carimbados e
foi declarado como dito no manifesto. O QUE NÃO PROVA: que o declarado é verdade.
O G2 Software Registry é um serviço privado; não é o INPI.`;

const oneFile = (root: string): string => `UM SÓ ARQUIVO DO ZIP
conteudo.raiz, no manifesto.json, resume todos os arquivos do ZIP: é a raiz de
Merkle (RFC 9162) das linhas que sha256sum escreve, na ordem dos caminhos:
${root}
A prova de um arquivo (nome.g2-prova.json, que o titular baixa no site) leva dele
a essa raiz sem mostrar os outros:

    npx g2-verify . --arquivo arquivo --prova arquivo.g2-prova.json`;

const UNCERTIFIED = {
  paid: 'Depósito pago, certificado ainda não emitido',
  unpaid: 'Depósito ainda não pago: prova a existência do arquivo, sem certificado',
};

/** @param isApart the bundle has separate evidence of the deposit */
function arrivalText(arrival: readonly ArrivalStamp[], isApart: boolean): string {
  const [salt, manifest] = isApart
    ? ['deposito/sal', 'deposito/manifesto.json']
    : ['registro/sal', 'manifesto.json'];
  return `
A chegada do arquivo: o seu compromisso está na árvore do registro público que
chegada/checkpoint resume, e as autoridades carimbaram esse resumo.
${arrival.map((stamp) => stampCommand(stamp, '-data chegada/checkpoint', 'chegada')).join('\n')}

chegada/prova.tlog-proof leva do compromisso ao resumo (RFC 9162, 2.1.3.2). O
comando deve responder "Inclusao: OK":

python3 - <<'FIM'
from base64 import b64decode
from hashlib import sha256
ler = lambda nome: open(nome, 'rb').read()
h = lambda *partes: sha256(b''.join(partes)).digest()
prova, resumo = ler('chegada/prova.tlog-proof').split(b'\\n\\n', 1)
_, tamanho, raiz = ler('chegada/checkpoint').split(b'\\n')[:3]
linha, *caminho = prova[prova.index(b'index ') :].split(b'\\n')
n, fim = int(linha[6:]), int(tamanho) - 1
r = h(b'\\0', h(ler('${salt}'), ler('${manifest}')))
for p in map(b64decode, caminho):
    r = h(b'\\1', p, r) if n % 2 or n == fim else h(b'\\1', r, p)
    while n == fim and n % 2 == 0 and n: n, fim = n // 2, fim // 2
    n, fim = n // 2, fim // 2
certo = fim == 0 and r == b64decode(raiz) and resumo == ler('chegada/checkpoint')
print('Inclusao:', 'OK' if certo else 'FALHOU')
FIM
`;
}

/** `-attime`, in seconds since 1970, validates the authority's certificate at the time of the stamp (openssl-ts(1)). */
const stampCommand = ({ authority, time, name }: ArrivalStamp, of: string, folder: string): string =>
  `
${authority}, ${time.toISOString()}:

    openssl ts -verify ${of} -in ${folder}/${name} -CAfile carimbos/autoridades.pem -attime ${Math.floor(time.getTime() / 1_000)}
    openssl ts -reply -in ${folder}/${name} -text
`;
