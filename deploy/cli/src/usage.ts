import { OPTIONAL_NAMES } from '@g2/terms/details';
import { JURISDICTIONS } from '@g2/terms/names';
import { flagOf } from './options.ts';

const OPTIONAL_FLAGS = OPTIONAL_NAMES.map((name) => `--${flagOf(name)}, `).join('');

export const USAGE = `uso: g2-registry <comando> [opções]

  login                  guarda um token de API, criado em <endereço>/profile/tokens
  register <caminho>     registra um repositório Git, ou um .zip como está
  status [id]            o andamento de um registro; sem id, os mais novos
  verify <o quê>         confere um arquivo, um repositório ou um número de certificado
  logout                 esquece o token guardado

Em todos:
  --url ENDEREÇO         o endereço do serviço (ou G2_URL; senão, o do login)
  --json                 o resultado como JSON, na saída padrão

login:
  --token TOKEN          prefira G2_TOKEN ou a entrada padrão: o que vem na linha de comando
                         outros usuários da máquina podem ler (ps). Num terminal, é perguntado
                         sem aparecer. Guardado em $XDG_CONFIG_HOME/g2-registry, só para você.

register:
  --ref REF              o commit, a tag ou o ramo (padrão: HEAD). Vai o que o Git conhece ali:
                         nada fora do controle de versão, nada ignorado, nada por commitar
  --jurisdiction ${JURISDICTIONS.join('|')} (padrão: ${JURISDICTIONS[0]})
  --title, --description, ${OPTIONAL_FLAGS}--holder-name,
  --applicant-name, --applicant-email, --applicant-tax-id
                         os dados do registro; ou em um g2-registry.json na pasta, com os nomes
                         da API (title, applicantName, …, holders). O que faltar é perguntado
                         quando há um terminal. Não publique CPF em um arquivo versionado.
  --compress             compacta o ZIP. Sem isto ele só junta os arquivos, e o mesmo commit dá
                         o mesmo SHA-256 em qualquer máquina e versão
  --out ARQUIVO          guarda também o ZIP registrado
  --dry-run              só monta o ZIP e mostra o SHA-256; nada é enviado
  O envio retoma de onde parou, também repetindo o mesmo comando. O pagamento é feito no site,
  pelo endereço mostrado ao fim.

status:
  --wait STATUS          espera até submitted, paid, reviewing, government_processing, completed
                         ou certificate_issued; sem id, do último registro feito daqui
  --timeout MINUTOS      até quando (padrão: 60)

verify:
  --ref, --compress      de um repositório, como em register

Sai com:
  0  feito; em verify: vale; em status --wait: chegou lá
  1  recusado, com o motivo; em verify: não vale
  2  não foi possível fazer ou saber (rede, prazo, uso incorreto); repetir é seguro
  3  sem token, ou o token não vale (expirou, foi revogado ou não tem o escopo)`;
