import { fdatasync } from 'node:fs';

/**
 * Brings what was written to a file to disk behind its writer, who does not wait. What is written while
 * a flush is under way is flushed after it. A flush that failed is thrown by the next call.
 */
export function backgroundFlush(): (fd: number) => void {
  let flushing = false;
  let again = false;
  let failure: Error | null = null;
  const flush = (fd: number): void => {
    flushing = true;
    again = false;
    fdatasync(fd, (error) => {
      flushing = false;
      failure = error;
      if (again && error === null) flush(fd);
    });
  };
  return (fd) => {
    const failed = failure;
    failure = null;
    again = true;
    if (!flushing) flush(fd);
    if (failed !== null) throw failed;
  };
}
