import { isApiToken } from '@g2/terms/api-tokens';
import { Api, toError } from '../api.ts';
import type { Options } from '../options.ts';
import { CODES, type Code, log, NoToken } from '../output.ts';
import { askSecret, fromInput, isTerminal } from '../prompt.ts';
import { credentialsPath, forgetCredentials, keepCredentials, urlOf } from '../settings.ts';

/** Stores a token after the service accepted it. */
export async function login(options: Options): Promise<Code> {
  const url = urlOf(options);
  const token = await tokenIn(options, url);
  if (!isApiToken(token)) {
    throw new NoToken(
      'Isto não é um token inteiro: ele começa com g2_ e tem 49 letras e números. Copie-o de novo.',
    );
  }
  const response = await new Api(url, token).sendWithRetry('GET', '/api/registrations?limit=1', {}, [403]);
  // Error `token-scope` means a valid token that lacks the scope for this request.
  if (response.status === 403 && response.json.code !== 'token-scope') throw toError(response);
  keepCredentials({ url, token });
  if (options.flag('json')) console.log(JSON.stringify({ url, stored: credentialsPath }));
  else log(`Pronto: o token de ${url} está guardado em ${credentialsPath}, só para você.`);
  return CODES.done;
}

async function tokenIn(options: Options, url: string): Promise<string> {
  const given = options.text('token');
  if (given !== undefined && given !== '-') return given;
  if (process.env.G2_TOKEN && given === undefined) return process.env.G2_TOKEN.trim();
  if (!isTerminal() || given === '-') return fromInput();
  log(`Crie um token em ${url}/profile/tokens e cole-o aqui.`);
  return askSecret('Token: ');
}

/** Deletes the token from this computer. The service accepts it until it is revoked on the site. */
export async function logout(options: Options): Promise<Code> {
  const was = forgetCredentials();
  if (options.flag('json')) console.log(JSON.stringify({ forgotten: was }));
  else if (was)
    log('O token foi esquecido aqui. Para que não valha mais em lugar nenhum, revogue-o em /profile/tokens.');
  else log('Não havia token guardado.');
  return CODES.done;
}
