import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take longest, then folders by the time that a file of them takes. */
const slowFirst = [
  'attack/large-requests',
  'portal-access',
  'journeys/',
  'attack/',
  'e2e/',
  'fault/',
  'postgres/',
  'contract/',
  'spec/',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const at = slowFirst.findIndex((part) => moduleId.includes(part));
  return at < 0 ? slowFirst.length : at;
};

/** Starts slow files first, so that no worker is left with one while the others have nothing to do. */
export class SlowFilesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b));
  }
}
