#!/usr/bin/env node
// g2-verify: verifies a proof bundle or one deposited file offline. Exit codes: 0 valid, 1 invalid, 2 not
// readable, 3 matches only the keys inside the bundle, which may be forged.
import { parseArgs } from 'node:util';
import { verify } from './verify.ts';

const USAGE = `uso: g2-verify <pacote.zip ou pasta> [opções]
     g2-verify --arquivo ARQUIVO --prova PROVA [pacote.zip ou pasta] [opções]

  --arquivo ARQUIVO     o ZIP depositado, para comparar; com --prova, um arquivo de dentro dele
  --prova PROVA         a prova desse arquivo (.g2-prova.json), que não mostra os outros
  --chave ARQUIVO       a chave do registro público, como se publica em /log/key
  --raizes ARQUIVO      as raízes das autoridades de carimbo em que você confia (PEM)
  --testemunha ARQUIVO  a chave de uma testemunha do registro; pode repetir-se
  --json                o resultado como JSON

Sem --chave e --raizes só se vê se o pacote confere consigo mesmo: isto não prova nada.
Sai com 0 (confere), 1 (não confere), 2 (não foi possível olhar) ou 3 (sem conclusão).`;

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      arquivo: { type: 'string' },
      prova: { type: 'string' },
      chave: { type: 'string' },
      raizes: { type: 'string' },
      testemunha: { type: 'string', multiple: true },
      json: { type: 'boolean' },
      ajuda: { type: 'boolean', short: 'h' },
    },
  });
  const [bundle, ...more] = positionals;
  if (values.ajuda) console.log(USAGE);
  else if (more.length > 0) throw new Error(USAGE);
  else if (bundle === undefined && values.prova === undefined) throw new Error(USAGE);
  else if (values.prova !== undefined && values.arquivo === undefined) throw new Error(USAGE);
  else process.exitCode = await verify(bundle, values, console.log);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
