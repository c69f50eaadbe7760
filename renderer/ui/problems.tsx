import type { Problem } from '../../main/ipc/schema.ts';
import { Notice } from './notice.tsx';

interface ProblemsProps {
  readonly problems: readonly Problem[];
  /** What people call the thing at a path; undefined where the message says it itself. */
  readonly nameOf?: (path: string) => string | undefined;
}

/** Why the app refused something, or nothing. */
export function Problems({ problems, nameOf = () => undefined }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="bad">
      <ul>
        {problems.map(({ path, message }) => {
          const name = nameOf(path);
          return (
            <li key={`${path} ${message}`}>
              {name === undefined ? null : <b>{name}: </b>}
              {message}
            </li>
          );
        })}
      </ul>
    </Notice>
  );
}
