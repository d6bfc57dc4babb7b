import type { CallOptions } from '@g2/kit/grpc-client';
import { type Factor, PasskeyAnswer, type PasskeyChallenge } from '@g2/proto/identity';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import type { factorLoginBody, PasskeyAssertion } from '../../contract/factors.ts';
import { factorRoutes } from '../../contract/routes/factors.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { type Deps, publicRoute, route } from '../route.ts';
import { callerOf, HASHING_DEADLINE_MS, signInResponse } from './accounts.ts';

export function addFactors(app: FastifyInstance, deps: Deps): void {
  addApp(app, deps);
  addPasskeys(app, deps);
  addSecondStep(app, deps);
  addConfirmation(app, deps);
  route(app, deps, factorRoutes.resetUserFactors, async ({ params, call }) => {
    await deps.sessions.runChange(params.id, 'sessions', () =>
      deps.clients.identity.resetFactors(params, call),
    );
  });
}

function addApp(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions } = deps;
  const { identity } = clients;
  route(app, deps, factorRoutes.getFactors, async ({ call }) => identity.getFactors({}, call));
  route(app, deps, factorRoutes.setUpTotp, async ({ call }) => identity.setUpTotp({}, call));
  route(app, deps, factorRoutes.enableTotp, async ({ body, session, call }) => {
    const enable = () => identity.enableTotp(body, call);
    const { codes } = await sessions.runChange(session.user.id, 'user', enable);
    return { recoveryCodes: codes };
  });
  route(app, deps, factorRoutes.disableTotp, async ({ body, session, call }) => {
    await identity.disableTotp(body, call);
    sessions.forgetUser(session.user.id);
  });
  route(app, deps, factorRoutes.renewRecoveryCodes, async ({ call }) => ({
    recoveryCodes: (await identity.renewRecoveryCodes({}, call)).codes,
  }));
}

function addPasskeys(app: FastifyInstance, deps: Deps): void {
  const { clients, sessions } = deps;
  const { identity } = clients;
  route(app, deps, factorRoutes.startPasskey, async ({ call }) =>
    presentChallenge(await identity.startPasskey({}, call)),
  );
  route(app, deps, factorRoutes.addPasskey, async ({ body, session, call }) => {
    const { id, response } = body.response;
    const { clientDataJSON: clientDataJson, attestationObject, transports = [] } = response;
    const answer = PasskeyAnswer.fromPartial({ id, clientDataJson, attestationObject, transports });
    const added = await identity.addPasskey({ flow: body.flow, name: body.name, answer }, call);
    sessions.forgetUser(session.user.id);
    if (!added.passkey) throw new AppError('internal');
    const codes = added.recoveryCodes;
    return { ...present(added.passkey), ...(codes.length > 0 ? { recoveryCodes: codes } : {}) };
  });
  route(app, deps, factorRoutes.listPasskeys, async ({ query, call }) =>
    pageOfWhole(query, (await identity.listPasskeys({}, call)).items.map(present)),
  );
  route(app, deps, factorRoutes.renamePasskey, async ({ params, body, call }) =>
    present(await identity.renamePasskey({ id: params.id, name: body.name }, call)),
  );
  route(app, deps, factorRoutes.removePasskey, async ({ params, session, call }) => {
    await identity.removePasskey(params, call);
    sessions.forgetUser(session.user.id);
  });
}

function addSecondStep(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;
  publicRoute(app, factorRoutes.logInWithFactor, async ({ body, request, reply }) => {
    const input = { mfaToken: body.mfaToken, factor: toFactor(body), ...callerOf(deps, request) };
    return signInResponse(deps, await identity.logInWithFactor(input), request, reply);
  });
  publicRoute(app, factorRoutes.startPasskeyLogIn, async ({ body, request }) =>
    presentChallenge(
      await identity.startPasskeyLogIn({ mfaToken: body.mfaToken ?? '', clientAddress: request.ip }),
    ),
  );
  publicRoute(app, factorRoutes.logInWithPasskey, async ({ body, request, reply }) => {
    const input = { flow: body.flow, answer: toAnswer(body.response), ...callerOf(deps, request) };
    return signInResponse(deps, await identity.logInWithPasskey(input), request, reply);
  });
}

function addConfirmation(app: FastifyInstance, deps: Deps): void {
  const { identity } = deps.clients;
  route(app, deps, factorRoutes.startConfirm, async ({ call }) => {
    const { methods, passkey } = await identity.startConfirm({}, call);
    return { methods, passkey: passkey ? presentChallenge(passkey) : null };
  });
  route(app, deps, factorRoutes.confirmIdentity, async ({ body, session, call }) => {
    const options: CallOptions = { ...call, deadlineMs: HASHING_DEADLINE_MS };
    await identity.confirmIdentity({ password: body.password ?? '', factor: toFactor(body) }, options);
    // Drops the cached session, because the next actor token must include the confirmation.
    deps.sessions.forget(session.secret);
  });
}

const toAnswer = ({ id, response }: PasskeyAssertion): PasskeyAnswer =>
  PasskeyAnswer.fromPartial({
    id,
    clientDataJson: response.clientDataJSON,
    authenticatorData: response.authenticatorData,
    signature: response.signature,
    userHandle: response.userHandle ?? '',
  });

type Given = Pick<z.output<typeof factorLoginBody>, 'code' | 'flow' | 'passkey'>;

const toFactor = ({ code, flow, passkey }: Given): Factor | undefined =>
  code === undefined && passkey === undefined
    ? undefined
    : { code: code ?? '', flow: flow ?? '', passkey: passkey && toAnswer(passkey) };

const presentChallenge = ({ options, flow }: PasskeyChallenge) => ({
  options: JSON.parse(options) as Record<string, unknown>,
  flow,
});
