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

  constructor(message: string, { code = '', constraint }: { code?: string; constraint?: string }) {
    super(message);
    this.code = code;
    this.constraint = constraint;
  }
}

/** An error of the driver as a `PostgresFailure`. */
export function asFailure(error: unknown): unknown {
  if (error instanceof PostgresFailure || !(error instanceof Error)) return error;
  const { code, constraint } = error as Partial<DatabaseError>;
  if (error instanceof DatabaseError) {
    return new PostgresFailure(`PostgreSQL refused: ${error.message}`, {
      ...(code !== undefined && { code }),
      ...(constraint !== undefined && { constraint }),
    });
  }
  const told = error.message || code || 'the connection failed';
  return new PostgresFailure(`PostgreSQL cannot be reached: ${told}`, {
    ...(typeof code === 'string' && { code }),
  });
}
