import { referencedNames } from '../../../server/http/openapi/components.ts';
import type { OpenApi } from '../../../server/http/openapi/document.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly doc: Readonly<Record<string, unknown>>;
}

export function operationsOf({ paths }: OpenApi): readonly Operation[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, doc]) => ({ method: method.toUpperCase(), path, doc })),
  );
}

/** Names of the components a part of the document refers to. */
export function referenced(part: unknown): readonly string[] {
  return part === undefined ? [] : referencedNames(part);
}

export function examplesOf({ components }: OpenApi, name: string): readonly unknown[] {
  return (components.schemas[name]?.['examples'] ?? []) as readonly unknown[];
}
