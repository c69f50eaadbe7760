/** Test files by globs, as the test runner takes them. */
interface Files {
  readonly include: string[];
  readonly exclude: string[];
}

const filesOf = (folder: string) => `test/${folder}/**/*.test.ts`;
const fast = ['unit', 'architecture', 'contract', 'spec', 'journeys'].map(filesOf);
/** Each has a configuration of its own, and a command: `test:desktop`, `test:python`, `pack:check`. */
const apart = ['desktop', 'python', 'pack'].map(filesOf);

/** The tests that `npm run check` runs, which need no PostgreSQL, and those that `check:rest` adds (decision 0131). */
export const tiers: Readonly<Record<'fast' | 'rest', Files>> = {
  fast: { include: fast, exclude: [] },
  rest: { include: ['test/**/*.test.ts'], exclude: [...fast, ...apart] },
};
