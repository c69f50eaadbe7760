import { open } from 'node:fs/promises';
import { type Machine, machineOf } from '../machine-of.ts';

/** As `machineOf`, of a file. */
export async function machineOfFile(path: string): Promise<Machine | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    return machineOf(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}
