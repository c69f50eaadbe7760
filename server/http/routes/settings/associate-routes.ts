import { isDeepStrictEqual } from 'node:util';
import {
  BusinessAssociate,
  BusinessAssociates,
  SetBusinessAssociates,
} from '../../../contract/settings/business-associates.ts';
import { TestUpstream, UpstreamTest } from '../../../contract/settings/upstream-test.ts';
import { toWire } from '../../../contract/wire-form.ts';
import { Fault } from '../../../domain/fault.ts';
import type * as domain from '../../../domain/settings/business-associate.ts';
import type { AssociatesSetting } from '../../../settings/business-associates.ts';
import { type ApiScope, defineRoutes } from '../../server/define-routes.ts';
import type { HttpDeps, Routes } from '../../server/deps.ts';
import { changeSetting, type RecordDeps, recordEvent } from '../../server/record-event.ts';
import { userOf } from '../../sign-in/session-cookies.ts';

type AssociateDeps = RecordDeps &
  Pick<HttpDeps, 'associatesSetting' | 'associatesFile' | 'testUpstream' | 'upstreams'>;

/** Business associates, and the connection to model providers, for admins. */
export function associateRoutes(deps: AssociateDeps): Routes {
  return defineRoutes(
    deps,
    { tags: ['Settings'] },
    getAssociates,
    putAssociates,
    deleteAssociates,
    testUpstream,
  );
}

function answer({ list }: AssociatesSetting, file: readonly domain.BusinessAssociate[]) {
  const data = (list ?? file).map((associate) =>
    toWire(BusinessAssociate, {
      ...associate,
      upstreams: [...associate.upstreams],
      signedOn: associate.signedOn,
      expiresOn: associate.expiresOn,
      reference: associate.reference,
    }),
  );
  return { data, source: list === null ? ('file' as const) : ('portal' as const) };
}

function associateFrom(body: BusinessAssociate): domain.BusinessAssociate {
  const { signed_on: signedOn, expires_on: expiresOn, reference, ...associate } = body;
  return {
    ...associate,
    ...(signedOn !== undefined && { signedOn }),
    ...(expiresOn !== undefined && { expiresOn }),
    ...(reference !== undefined && { reference }),
  };
}

function getAssociates(api: ApiScope, { associatesSetting, associatesFile }: AssociateDeps): void {
  api.get('/settings/business-associates', {
    schema: {
      operationId: 'getBusinessAssociates',
      summary: 'List business associates',
      description: 'The list that was made here, else that of `business_associates.yaml`.',
      response: { 200: BusinessAssociates },
    },
    handler: async () => answer(await associatesSetting.read(), associatesFile),
  });
}

/**
 * Stores a list, journalled without names. Refuses it where another list than `replaces` counts.
 */
async function change(
  deps: AssociateDeps,
  actor: string,
  setting: AssociatesSetting,
  replaces?: readonly domain.BusinessAssociate[],
) {
  const fields = [setting.list === null ? 'file' : 'list'];
  const replace = (current: AssociatesSetting) => {
    const list = current.list ?? deps.associatesFile;
    if (replaces !== undefined && !isDeepStrictEqual(list, replaces)) throw changedMeanwhile();
    return setting;
  };
  const after = await changeSetting(deps.associatesSetting, replace, () =>
    recordEvent(deps, 'settings_changed', { actor, settings: 'business_associates', fields }),
  );
  return answer(after, deps.associatesFile);
}

function putAssociates(api: ApiScope, deps: AssociateDeps): void {
  api.put('/settings/business-associates', {
    schema: {
      operationId: 'putBusinessAssociates',
      summary: 'Set the business associates',
      description: 'From then on the list is used instead of `business_associates.yaml`.',
      body: SetBusinessAssociates,
      response: { 200: BusinessAssociates },
    },
    handler: (request) => {
      const { data, replaces } = request.body;
      const setting = { list: data.map(associateFrom) };
      return change(deps, userOf(request).id, setting, replaces?.map(associateFrom));
    },
  });
}

function changedMeanwhile(): Fault {
  return new Fault('validation_failed', 'someone else has changed the list', {
    details: [{ path: 'replaces', message: 'must be the list in force' }],
  });
}

function deleteAssociates(api: ApiScope, deps: AssociateDeps): void {
  api.delete('/settings/business-associates', {
    schema: {
      operationId: 'deleteBusinessAssociates',
      summary: 'Use the list of the file again',
      description: 'Drops the list that was made here.',
      response: { 200: BusinessAssociates },
    },
    handler: (request) => change(deps, userOf(request).id, { list: null }),
  });
}

function testUpstream(api: ApiScope, { upstreams, ...deps }: AssociateDeps): void {
  api.post('/upstreams/test', {
    schema: {
      operationId: 'testUpstream',
      summary: 'Test the connection to a model provider',
      description: 'Asks the provider for its models: nothing of a call is sent.',
      body: TestUpstream,
      response: { 200: UpstreamTest },
      errors: ['unknown_upstream'],
    },
    handler: async ({ body: { upstream } }) => {
      if (!upstreams.includes(upstream)) {
        throw new Fault('unknown_upstream', 'this upstream is not configured');
      }
      const test = await deps.testUpstream(upstream);
      const { status, latencyMs, answer: answered } = test;
      return toWire(UpstreamTest, { ...test, upstream, status, latencyMs, answer: answered });
    },
  });
}
