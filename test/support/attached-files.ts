import { getDocumentProxy } from 'unpdf';

/** The files attached to a PDF, as text by name. */
export async function attachedFiles(pdf: Uint8Array): Promise<ReadonlyMap<string, string>> {
  const document = await getDocumentProxy(pdf.slice());
  const files = new Map<string, string>();
  for (const [id, { filename }] of (await document.getAttachments()) ?? []) {
    const content = await document.getAttachmentContent(id);
    files.set(filename, Buffer.from(content ?? []).toString());
  }
  return files;
}
