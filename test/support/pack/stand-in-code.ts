import type { Target } from '../../../build/target.ts';

const words = Buffer.from('A stand-in for checks of the packaging. It is no program.\n');

/** The least that counts as machine code of a system; running it does nothing. */
export function standInCode(target: Target): Buffer {
  if (target.os === 'win') return portableExecutable();
  return Buffer.concat([target.os === 'linux' ? elf(target) : macho(), words]);
}

function elf({ arch }: Target): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0x7f454c46, 0);
  // 64 bits, little-endian, version 1; an executable.
  head.set([2, 1, 1], 4);
  head.writeUInt16LE(2, 16);
  head.writeUInt16LE(arch === 'x64' ? 0x3e : 0xb7, 18);
  return head;
}

function macho(): Buffer {
  const head = Buffer.alloc(64);
  head.writeUInt32BE(0xcffaedfe, 0);
  head.writeUInt32LE(0x0100000c, 4);
  head.writeUInt32LE(2, 12);
  return head;
}

/** PE32+ with one section, whole enough for its resources to be edited. */
function portableExecutable(): Buffer {
  const [headers, section] = [0x200, 0x200];
  const file = Buffer.alloc(headers + section);
  file.write('MZ', 'latin1');
  const pe = 0x80;
  file.writeUInt32LE(pe, 0x3c);
  file.write('PE', pe, 'latin1');
  file.writeUInt16LE(0x8664, pe + 4);
  file.writeUInt16LE(1, pe + 6);
  file.writeUInt16LE(240, pe + 20);
  file.writeUInt16LE(0x22, pe + 22);
  const optional = pe + 24;
  file.writeUInt16LE(0x20b, optional);
  file.writeUInt32LE(section, optional + 4);
  file.writeUInt32LE(0x1000, optional + 16);
  file.writeUInt32LE(0x1000, optional + 20);
  file.writeBigUInt64LE(0x140000000n, optional + 24);
  file.writeUInt32LE(0x1000, optional + 32);
  file.writeUInt32LE(0x200, optional + 36);
  file.writeUInt16LE(10, optional + 40);
  file.writeUInt16LE(10, optional + 48);
  file.writeUInt32LE(0x2000, optional + 56);
  file.writeUInt32LE(headers, optional + 60);
  file.writeUInt16LE(2, optional + 68);
  file.writeUInt32LE(16, optional + 108);
  const table = optional + 240;
  file.write('.text', table, 'latin1');
  file.writeUInt32LE(section, table + 8);
  file.writeUInt32LE(0x1000, table + 12);
  file.writeUInt32LE(section, table + 16);
  file.writeUInt32LE(headers, table + 20);
  file.writeUInt32LE(0x60000020, table + 36);
  words.copy(file, headers);
  return file;
}
