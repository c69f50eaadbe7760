/** `tools[0].function` → `tools.0.function`, as callers are told of fields. */
export function dottedPath(path: string): string {
  return path.replace(/\[(\d+)\]/g, '.$1');
}
