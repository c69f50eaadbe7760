import type { FastifyRequest, RouteOptions } from 'fastify';
import { isOperation, mayUse, operationRights, type Right } from '../../contract/rights.ts';
import { Fault } from '../../domain/fault.ts';
import { userOf } from './session-cookies.ts';

/** Refuses an operation behind the sign-in that the table of rights does not list; a hook for `onRoute`. */
export function requireListing({ schema }: RouteOptions): void {
  const name = schema?.operationId;
  if (name !== undefined && !isOperation(name))
    throw new Error(`server/contract/rights.ts does not say who may use ${name}`);
}

/**
 * Refuses people who may not use the operation that they ask for; a hook behind `requireUser`. The
 * right `admin` is the account admin's (spec, Authentication 7). Pages for people have no operation.
 */
export async function requireRight(request: FastifyRequest): Promise<void> {
  const name = request.routeOptions.schema?.operationId;
  if (name === undefined || !isOperation(name)) return;
  const right = operationRights[name];
  if (right !== 'signed_in' && !mayUse(userOf(request).role, name))
    throw new Fault('forbidden', refusals[right]);
}

const refusals: Readonly<Record<Right, string>> = {
  reveal: 'your role does not let you see real values',
  mask: 'your role does not let you have texts of calls masked',
  unmask: 'your role does not let you have values of calls put back',
  review: 'your role does not let you review what others did',
  settings: 'your role does not let you change settings',
  admin: 'only an account admin may do this',
};
