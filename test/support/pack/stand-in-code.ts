import type { Target } from '../../../build/bundle/target.ts';

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

/** Where things of a Windows program start: its headers, and in memory its one section. */
const [pe, headers, address] = [0x80, 0x200, 0x1000];

/** PE32+ with resources alone, whole enough for them to be edited. */
function portableExecutable(): Buffer {
  const section = Buffer.concat([versionResource(), words], 0x400);
  const head = Buffer.alloc(headers);
  head.write('MZ', 'latin1');
  head.writeUInt32LE(pe, 0x3c);
  head.write('PE', pe, 'latin1');
  head.writeUInt16LE(0x8664, pe + 4);
  head.writeUInt16LE(1, pe + 6);
  head.writeUInt16LE(240, pe + 20);
  head.writeUInt16LE(0x22, pe + 22);
  optionalHeader(head.subarray(pe + 24), section.length);
  sectionHeader(head.subarray(pe + 24 + 240), section.length);
  return Buffer.concat([head, section]);
}

function optionalHeader(at: Buffer, size: number): void {
  at.writeUInt16LE(0x20b, 0);
  at.writeUInt32LE(size, 8);
  at.writeBigUInt64LE(0x140000000n, 24);
  at.writeUInt32LE(0x1000, 32);
  at.writeUInt32LE(0x200, 36);
  at.writeUInt16LE(10, 40);
  at.writeUInt16LE(10, 48);
  at.writeUInt32LE(2 * address, 56);
  at.writeUInt32LE(headers, 60);
  at.writeUInt16LE(2, 68);
  at.writeUInt32LE(16, 108);
  at.writeUInt32LE(address, 112 + 16);
  at.writeUInt32LE(size, 112 + 20);
}

function sectionHeader(at: Buffer, size: number): void {
  at.write('.rsrc', 'latin1');
  at.writeUInt32LE(size, 8);
  at.writeUInt32LE(address, 12);
  at.writeUInt32LE(size, 16);
  at.writeUInt32LE(headers, 20);
  at.writeUInt32LE(0x40000040, 36);
}

/** Three directories of one entry each (kind 16 of resources, number 1, English) and the version itself. */
function versionResource(): Buffer {
  const version = versionInfo();
  const tree = Buffer.alloc(88);
  for (const [level, id] of [16, 1, 1033].entries()) {
    const at = 24 * level;
    tree.writeUInt16LE(1, at + 14);
    tree.writeUInt32LE(id, at + 16);
    tree.writeUInt32LE(level === 2 ? 72 : 0x80000000 + at + 24, at + 20);
  }
  tree.writeUInt32LE(address + tree.length, 72);
  tree.writeUInt32LE(version.length, 76);
  return Buffer.concat([tree, version]);
}

/** A version of zeros, with one string in English. */
function versionInfo(): Buffer {
  const fixed = Buffer.alloc(52);
  fixed.writeUInt32LE(0xfeef04bd, 0);
  fixed.writeUInt32LE(0x10000, 4);
  const text = Buffer.from('stand-in\0', 'utf16le');
  const words = block('FileDescription', text, text.length / 2, 1, []);
  const table = block('040904b0', Buffer.alloc(0), 0, 1, [words]);
  const strings = block('StringFileInfo', Buffer.alloc(0), 0, 1, [table]);
  return block('VS_VERSION_INFO', fixed, fixed.length, 0, [strings]);
}

/** A part of a version: its lengths, its kind, its name and its value, filled up to four bytes each. */
function block(
  name: string,
  value: Buffer,
  valueLength: number,
  kind: 0 | 1,
  children: readonly Buffer[],
): Buffer {
  const head = padded(Buffer.concat([Buffer.alloc(6), Buffer.from(`${name}\0`, 'utf16le')]));
  const whole = Buffer.concat([head, padded(value), ...children.map(padded)]);
  whole.writeUInt16LE(whole.length, 0);
  whole.writeUInt16LE(valueLength, 2);
  whole.writeUInt16LE(kind, 4);
  return whole;
}

const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes], Math.ceil(bytes.length / 4) * 4);
