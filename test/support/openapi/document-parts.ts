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
  const names = JSON.stringify(part ?? null).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g);
  return Array.from(names, ([, name]) => name ?? '');
}

export function examplesOf({ components }: OpenApi, name: string): readonly unknown[] {
  return (components.schemas[name]?.['examples'] ?? []) as readonly unknown[];
}
