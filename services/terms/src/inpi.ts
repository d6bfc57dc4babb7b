/**
 * Values of INPI's e-Software form for computer programs: field of application ("campo de aplicação") and type of
 * program ("tipo de programa"). A code is a group of two letters and a number within it. INPI prints names abbreviated
 * to 16 characters; here they are written out, except the few ambiguous ones. The code is authoritative.
 */
export type InpiCode = { code: string; name: string; group: string };

/** Source of both lists, cited in the dossier. */
export const INPI_TABLES = {
  source: 'INPI, Manual do usuário para o registro eletrônico de programas de computador, anexos',
  date: '2019',
} as const;

type Group = readonly [letters: string, group: string, names: string];

/** `names`: the names of a group in the order of their numbers, separated by "|". */
const expand = (groups: readonly Group[]): readonly InpiCode[] =>
  groups.flatMap(([letters, group, names]) =>
    names
      .split('|')
      .map((name, at) => ({ code: `${letters}${String(at + 1).padStart(2, '0')}`, name, group })),
  );

export const APPLICATION_FIELDS = expand([
  [
    'AD',
    'Administração',
    'Administração|Função administrativa|Modernização administrativa|Administração pública|Administração de empresas|Administração da produção|Administração de pessoal|Administração de material|Administração patrimonial|Marketing|Administração de escritório',
  ],
  [
    'AG',
    'Agricultura',
    'Agricultura|Ciências agrícolas|Administração agrícola|Economia agrícola|Sistemas agrícolas|Engenharia agrícola|Edafologia|Fitopatologia|Produção vegetal|Produção animal|Ciências florestais|Aquacultura|Extração vegetal|Extração animal',
  ],
  [
    'AN',
    'Sociedade e cultura',
    'Sociedade|Desenvolvimento social|Grupos sociais|Cultura|Religião|Antropologia|Sociologia',
  ],
  [
    'AH',
    'Assentamentos humanos',
    'Assentamentos humanos|Cidade|Organização territorial|Política de assentamentos humanos|População|Disciplinas auxiliares',
  ],
  ['BL', 'Biologia', 'Biologia|Genética|Citologia|Microbiologia|Anatomia|Fisiologia|Bioquímica|Biofísica'],
  ['BT', 'Botânica', 'Botânica|Fitogeografia|Botânica econômica|Botânica sistemática'],
  ['CO', 'Conhecimento e comunicação', 'Filosofia|Ciência|Ciências da linguagem|Comunicação|Arte|História'],
  [
    'CC',
    'Construção civil',
    'Construção|Processos de construção|Organização da construção|Obras públicas|Estruturas|Edificação|Tecnologia da construção|Higiene das construções|Engenharia hidráulica|Solo',
  ],
  ['DI', 'Direito', 'Legislação|Direito constitucional|Disciplinas do direito'],
  ['EL', 'Ecologia', 'Ecologia|Ecofisiologia|Ecologia humana|Ecologia vegetal e animal|Etologia'],
  [
    'EC',
    'Economia',
    'Economia|Análise microeconômica|Teoria microeconômica|Atividade econômica|Contabilidade nacional|Economia monetária|Mercado|Bens econômicos|Eng/Din Ec|Economias especiais|Propriedade|Economia internacional|Política econômica|Empresa',
  ],
  ['ED', 'Educação', 'Ensino regular|Ensino supletivo|Adm/Pr Ens|Formas de ensino|Currículo|Educação'],
  [
    'EN',
    'Energia',
    'Energia|Recursos energéticos|Combustíveis|Tecnologia da energia|Engenharia eletrônica|Engenharia nuclear',
  ],
  [
    'FN',
    'Finanças',
    'Finanças públicas|Finanças privadas|Sistema financeiro|Rec/Instrum|Administração financeira|Contabilidade',
  ],
  [
    'FQ',
    'Física e química',
    'Física de partículas|Acústica e óptica|Ondas|Metrologia|Mecânica|Física dos sólidos|Termodinâmica|Eletrônica|Magnetismo e eletromagnetismo|Fís SupDis|Radiação|Espectroscopia|Física molecular|Química|Quím An/Po|Físico-química|Química orgânica|Química inorgânica',
  ],
  [
    'GC',
    'Geografia e cartografia',
    'Geografia física|Geografia humana|Geografia regional|Orientação geográfica|Geodésia|Topografia|Fotogrametria|Mapeamento|Métodos cartográficos|Planejamento cartográfico',
  ],
  [
    'GL',
    'Geologia',
    'Geologia física|Glaciologia|Geotectônica|Geologia marinha|Geologia histórica|Geologia econômica|GeoQuiFiTe',
  ],
  ['HB', 'Habitação', 'Habitação|Tipologia habitacional'],
  ['HD', 'Hidrologia', 'Hidrologia|Hidrografia|Hidrometria|Oceanografia'],
  [
    'IN',
    'Indústria',
    'Indústria|Tecnologia|Engenharia|Indústria extrativa mineral|Indústria de transformação',
  ],
  [
    'IF',
    'Informação',
    'Informação|Documentação|Reprografia|Documento|Biblioteconomia|Arquivologia|Ciência da informação|Serviços de informação|Uso da informação|Genérico',
  ],
  ['MT', 'Matemática', 'Lógica matemática|Álgebra|Geometria|Análise matemática|Cálculo|Matemática aplicada'],
  ['MA', 'Meio ambiente', 'Meio ambiente|Recursos naturais|Poluição|Qualidade ambiental'],
  ['ME', 'Meteorologia', 'Meteorologia|Atmosfera|Climatologia'],
  ['PD', 'Pedologia', 'Pedologia|Pedogênese|Tipos de solo'],
  ['PL', 'Política', 'Ciência política|Política'],
  ['PR', 'Previdência', 'Previdência|Benefícios previdenciários|Assistência social'],
  ['PS', 'Psicologia', 'Psicologia|Comportamento|Teorias psicológicas'],
  ['SM', 'Saneamento', 'Saneamento|Resíduos|Limpeza|Abastecimento de água|Esgoto'],
  [
    'SD',
    'Saúde',
    'Saúde|Administração sanitária|Doenças|Deficiência física|Assistência médica|Terapia e diagnóstico|Medicina|Especialidades médicas|Engenharia biomédica|Farmacologia|Odontologia',
  ],
  ['SV', 'Serviços', 'Serviços|Seguros|Comércio|Turismo'],
  [
    'TC',
    'Telecomunicações',
    'Telecomunicações|Sistemas de telecomunicações|Engenharia de telecomunicações|Serviços e redes',
  ],
  [
    'TB',
    'Trabalho',
    'Trabalho|Recursos humanos|Mercado de trabalho|Condições de trabalho|Estrutura ocupacional|Lazer',
  ],
  [
    'TP',
    'Transportes',
    'Transportes|Sistemas de transporte|Serviços de transporte|Engenharia de transportes|Modalidades de transporte',
  ],
  ['UB', 'Urbanismo', 'Urbanismo|Solo urbano|Áreas urbanas|Circulação urbana|Arquitetura'],
]);

export const PROGRAM_TYPES = expand([
  ['AP', 'Aplicativos', 'Aplicativos|Planejamento|Controle|Auditoria|Contabilização'],
  [
    'AT',
    'Automação',
    'Automação|Automação de escritórios|Automação comercial|Automação bancária|Automação industrial|Controle de processos|Automação da manufatura|Eletrônica automotiva',
  ],
  ['AV', 'Avaliação de desempenho', 'Avaliação de desempenho|Controle de recursos'],
  [
    'CD',
    'Comunicação de dados',
    'Comunicação de dados|Emulação de terminais|Monitores de teleprocessamento|Gerência de dispositivos|Gerência de rede|Rede local',
  ],
  [
    'CT',
    'Comutação',
    'Comutação|Implementação de funções adicionais|Gerência de operação e manutenção|Terminal de operação e manutenção',
  ],
  [
    'DS',
    'Desenvolvimento',
    'Ferramentas de desenvolvimento|Geradores de aplicações|CASE|Desenvolvimento com metodologia|Bibliotecas de rotinas|Apoio à programação|Suporte à documentação|Conversão de sistemas',
  ],
  ['ET', 'Entretenimento', 'Entretenimento|Jogos animados|Geradores de desenhos|Simuladores'],
  [
    'FA',
    'Ferramentas de apoio',
    'Ferramentas de apoio|Processadores de texto|Planilhas eletrônicas|Geradores de gráficos',
  ],
  [
    'GI',
    'Gerenciamento de informações',
    'Gerenciador de informações|Gerenciador de banco de dados|Gerador de telas|Gerador de relatórios|Dicionário de dados|Entrada e validação de dados|Organização e manutenção de arquivos|Recuperação de dados',
  ],
  [
    'IA',
    'Inteligência artificial',
    'Inteligência artificial|Sistemas especialistas|Processamento de linguagem natural',
  ],
  [
    'IT',
    'Instrumentação',
    'Instrumentação|Instrumentação de teste e medição|Instrumentação biomédica|Instrumentação analítica',
  ],
  [
    'LG',
    'Linguagens',
    'Linguagens|Compilador|Montador|Pré-compilador|Compilador cruzado|Pré-processador|Interpretador|Linguagem procedimental|Linguagem não procedimental',
  ],
  [
    'PD',
    'Proteção de dados',
    'Segurança e proteção de dados|Senha|Criptografia|Manutenção da integridade de dados|Controle de acesso',
  ],
  [
    'SM',
    'Simulação e modelagem',
    'Simulação e modelagem|Simulador|Simulação de ambiente operacional|CAE/CAD/CAM',
  ],
  [
    'SO',
    'Sistemas operacionais',
    'Sistema operacional|Interface de entrada e saída|Interface de disco|Interface de comunicação|Gerenciador de usuários|Administrador de dispositivos|Controlador de processos|Controlador de redes|Processador de comandos',
  ],
  [
    'TC',
    'Aplicações técnico-científicas',
    'Aplicações técnico-científicas|Pesquisa operacional|Reconhecimento de padrões|Processamento de imagem',
  ],
  ['TI', 'Teleinformática', 'Teleinformática|Terminais|Transmissão de dados|Comutação de dados'],
  [
    'UT',
    'Utilitários',
    'Utilitários|Compressor de dados|Conversor de arquivos|Classificador e intercalador|Controlador de spool|Transferência de arquivos',
  ],
]);

const namesIn = (table: readonly InpiCode[]): ReadonlyMap<string, string> =>
  new Map(table.map(({ code, name }) => [code, name]));

/** Names by code; no entry for an unknown code. */
export const APPLICATION_FIELD_NAMES = namesIn(APPLICATION_FIELDS);
export const PROGRAM_TYPE_NAMES = namesIn(PROGRAM_TYPES);
