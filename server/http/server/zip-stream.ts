import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
  /** Of files that are compressed already. */
  readonly stored?: true;
}

/** A ZIP archive of the files, as they come: one file is in memory at a time. */
export async function* zipStream(files: AsyncIterable<ZippedFile>): AsyncGenerator<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    if (error === null) chunks.push(chunk);
  });
  const taken = function* () {
    if (failure !== null) throw failure;
    yield* chunks.splice(0);
  };
  for await (const { name, bytes, stored } of files) {
    const file = stored ? new ZipPassThrough(name) : new ZipDeflate(name);
    zip.add(file);
    file.push(bytes, true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
