import { DatabaseError } from 'pg';

/**
 * An error between this program and the server. Without details, hints and the statement, which may
 * repeat values.
 */
export class PostgresFailure extends Error {
  override readonly name = 'PostgresFailure';
  /** SQLSTATE, or the system's code of a lost connection, or ''. */
  readonly code: string;
  /** Name of the constraint that a write violated. */
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
/** Classes of SQLSTATE: connection, resources such as disk space, a lock that others hold too long, operator intervention, system error. */
const ofServer = /^(08|53|55P03|57P|58)/;

/** An error of the driver as a `PostgresFailure`. */
export function asFailure(error: unknown): unknown {
  if (error instanceof PostgresFailure || !(error instanceof Error)) return error;
  const { code, constraint } = error as Partial<DatabaseError>;
  if (error instanceof DatabaseError) {
    return new PostgresFailure(`PostgreSQL refused: ${error.message}`, {
      ...(code !== undefined && { code }),
      ...(constraint !== undefined && { constraint }),
      // Any other severity ends or refuses the connection.
      ended: error.severity !== 'ERROR',
    });
  }
  const reason = error.message || code || 'the connection failed';
  return new PostgresFailure(`PostgreSQL cannot be reached: ${reason}`, {
    ...(typeof code === 'string' && { code }),
  });
}
