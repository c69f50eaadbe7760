import { DatabaseError } from 'pg';

/**
 * What went wrong between this program and the server. Details, hints and the statement stay behind:
 * they may repeat values.
 */
export class PostgresFailure extends Error {
  override readonly name = 'PostgresFailure';
  /** SQLSTATE, or the system's code of a lost connection; '' where there is none. */
  readonly code: string;
  /** Name of the constraint that a write would have broken. */
  readonly constraint: string | undefined;
  /** See `isUnavailable`. */
  readonly unavailable: boolean;

  constructor(
    message: string,
    {
      code = '',
      constraint,
      ended = false,
    }: { code?: string; constraint?: string; ended?: boolean },
  ) {
    super(message);
    this.code = code;
    this.constraint = constraint;
    this.unavailable = ended || !sqlState.test(code) || ofServer.test(code);
  }
}

const sqlState = /^[0-9A-Z]{5}$/;
/** Classes of SQLSTATE: connection, resources such as disk space, a server that stops, a failing system. */
const ofServer = /^(08|53|57P|58)/;

/** An error of the driver as a `PostgresFailure`. */
export function asFailure(error: unknown): unknown {
  if (error instanceof PostgresFailure || !(error instanceof Error)) return error;
  const { code, constraint } = error as Partial<DatabaseError>;
  if (error instanceof DatabaseError) {
    return new PostgresFailure(`PostgreSQL refused: ${error.message}`, {
      ...(code !== undefined && { code }),
      ...(constraint !== undefined && { constraint }),
      // Any other severity ends the connection, or refuses it.
      ended: error.severity !== 'ERROR',
    });
  }
  const told = error.message || code || 'the connection failed';
  return new PostgresFailure(`PostgreSQL cannot be reached: ${told}`, {
    ...(typeof code === 'string' && { code }),
  });
}
