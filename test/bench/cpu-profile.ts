import { readdir, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

/** What V8 writes with `--cpu-prof`, as far as it is read here; times in µs. */
interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

/** A function where it was called: its own time and that of all it called, in ms. */
export interface Frame {
  readonly name: string;
  ownMs: number;
  totalMs: number;
  readonly called: Map<string, Frame>;
}

/** One thread of a process, by the program it runs. */
export interface ThreadProfile {
  readonly thread: string;
  readonly root: Frame;
}

const waiting = new Set(['(idle)', '(root)']);

/**
 * Profiles that the threads of one process left in a folder. Of each the first `skipMs` are left
 * out, in which the process started.
 */
export async function readProfiles(folder: string, skipMs: number): Promise<ThreadProfile[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.cpuprofile'));
  const read = files.map(async (file) => {
    const profile = JSON.parse(await readFile(join(folder, file), 'utf8')) as CpuProfile;
    return { thread: threadOf(profile), root: treeOf(profile, skipMs) };
  });
  return (await Promise.all(read)).toSorted((a, b) => b.root.totalMs - a.root.totalMs);
}

/** Functions by their own time, wherever they were called. */
export function topCosts({ root }: ThreadProfile, count: number): { name: string; ms: number }[] {
  const own = new Map<string, number>();
  const add = (frame: Frame): void => {
    own.set(frame.name, (own.get(frame.name) ?? 0) + frame.ownMs);
    for (const called of frame.called.values()) add(called);
  };
  add(root);
  return [...own]
    .map(([name, ms]) => ({ name, ms }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count);
}

function threadOf({ nodes }: CpuProfile): string {
  const worker = nodes.find(({ callFrame }) => /-worker\.[jt]s$/.test(callFrame.url));
  return worker === undefined ? 'main' : basename(worker.callFrame.url).replace(/\.[jt]s$/, '');
}

function treeOf({ nodes, samples, timeDeltas }: CpuProfile, skipMs: number): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((of) => [of, id])));
  const frames = new Map<number, readonly Frame[]>();
  const root: Frame = { name: 'all', ownMs: 0, totalMs: 0, called: new Map() };
  const stackOf = (id: number): readonly Frame[] => {
    const known = frames.get(id);
    if (known !== undefined) return known;
    const parent = parents.get(id);
    const above = parent === undefined ? [] : stackOf(parent);
    const node = byId.get(id);
    const stack =
      node === undefined || parent === undefined ? [root] : [...above, child(above.at(-1), node)];
    frames.set(id, stack);
    return stack;
  };
  let elapsedMs = 0;
  samples.forEach((id, index) => {
    const ms = (timeDeltas[index] ?? 0) / 1000;
    elapsedMs += ms;
    if (elapsedMs < skipMs || waiting.has(byId.get(id)?.callFrame.functionName ?? '')) return;
    const stack = stackOf(id);
    for (const frame of stack) frame.totalMs += ms;
    const last = stack.at(-1);
    if (last !== undefined) last.ownMs += ms;
  });
  return root;
}

function child(parent: Frame | undefined, { callFrame }: ProfileNode): Frame {
  const file = callFrame.url.replace(/^.*\/(?=(?:server|node_modules)\/)/, '');
  const name = `${callFrame.functionName || '(anonymous)'} ${file}:${callFrame.lineNumber + 1}`;
  const known = parent?.called.get(name);
  if (known !== undefined) return known;
  const fresh: Frame = { name, ownMs: 0, totalMs: 0, called: new Map() };
  parent?.called.set(name, fresh);
  return fresh;
}
