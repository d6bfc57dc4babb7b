/** Passwords common in Brazil that the library's lists lack or rank low; likeliest first, no accents or capitals. */
export const COMMON_PASSWORDS: readonly string[] = `
senha mudar brasil flamengo corinthians palmeiras g2registry g2 registry registro software
senha123 mudar123 senha1234 senha12345 123mudar mudeme trocar123 trocar mudarsenha novasenha minhasenha primeirasenha
senhasegura senhaforte senha@123 mudar@123 trocar@123 brasil@123 admin@123 teste@123 abc@123 abcd@1234
brasil123 brasil2024 brasil2025 brasil2026 brasil2027 hexa hexa2026 hexacampeao pentacampeao copa2026
admin administrador operador cliente usuario acesso acesso123 teste teste123 testando segredo secreta
saopaulo santos vasco gremio internacional cruzeiro atletico galo botafogo fluminense bahia vitoria sport santacruz
fortaleza ceara coritiba athletico chapecoense goias nautico mengao mengo timao verdao tricolor peixe colorado fogao
imortal raposa gaviao vascaino flamenguista corinthiano palmeirense
deus deusefiel deusefiel123 jesus jesuscristo jesusteama deusnocomando fededeus maria nossasenhora
amor teamo euteamo amorzinho meuamor familia minhafamilia felicidade saudade princesa gatinha gatinho cachorro
carnaval futebol cerveja feijoada caipirinha pagode sertanejo forro carioca paulista mineiro gaucho baiano nordeste
riodejaneiro belohorizonte portoalegre salvador brasilia recife curitiba
abc123 abcd1234 q1w2e3r4 102030 10203040 1q2w3e4r 112233 123123123 147258369
registroautoria g2software g2soft
`
  .trim()
  .split(/\s+/);
