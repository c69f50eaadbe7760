import { open } from 'node:fs/promises';

/** `machineOf` for a file. */
export async function machineOfFile(path: string): Promise<Machine | undefined> {
  return machineOf(await headOf(path));
}

/** Whether a Windows program or library has a signature of any signer. */
export async function isSigned(path: string): Promise<boolean> {
  return carriesSignature(await headOf(path));
}

const headBytes = 4_096;

async function headOf(path: string): Promise<Buffer> {
  await using file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** The system and processor that a program or library is for, in Node's terms. */
export interface Machine {
  readonly platform: 'linux' | 'win32' | 'darwin';
  readonly arch: 'x64' | 'arm64' | 'other';
}

const elf = { mark: 0x7f454c46, x64: 0x3e, arm64: 0xb7 };
const pe = { mark: 0x4d5a, x64: 0x8664, arm64: 0xaa64 };
/** 64-bit little-endian Mach-O; a universal binary counts as `other`. */
const macho = { mark: 0xcffaedfe, fat: 0xcafebabe, x64: 0x01000007, arm64: 0x0100000c };

/** Reads the first bytes of a file (a kilobyte is enough); undefined if it is not machine code. */
export function machineOf(head: Buffer): Machine | undefined {
  if (head.length < 0x40) return undefined;
  const mark = head.readUInt32BE(0);
  if (mark === elf.mark) return { platform: 'linux', arch: archOf(head.readUInt16LE(18), elf) };
  if (mark === macho.mark) return { platform: 'darwin', arch: archOf(head.readUInt32LE(4), macho) };
  if (mark === macho.fat) return { platform: 'darwin', arch: 'other' };
  return head.readUInt16BE(0) === pe.mark ? portableExecutable(head) : undefined;
}

function portableExecutable(head: Buffer): Machine | undefined {
  const at = head.readUInt32LE(0x3c);
  if (at + 6 > head.length || head.toString('latin1', at, at + 2) !== 'PE') return undefined;
  return { platform: 'win32', arch: archOf(head.readUInt16LE(at + 4), pe) };
}

/** Whether the first four kilobytes of a 64-bit Windows program refer to a signature. */
export function carriesSignature(head: Buffer): boolean {
  if (machineOf(head)?.platform !== 'win32') return false;
  // The size field of the fifth data directory, the certificate table (PE format, PE32+).
  const at = head.readUInt32LE(0x3c) + 24 + 112 + 4 * 8 + 4;
  return at + 4 <= head.length && head.readUInt32LE(at) > 0;
}

function archOf(code: number, known: { x64: number; arm64: number }): Machine['arch'] {
  if (code === known.x64) return 'x64';
  return code === known.arm64 ? 'arm64' : 'other';
}
