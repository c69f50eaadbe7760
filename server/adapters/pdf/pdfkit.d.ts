/** What the reports use of pdfkit, which has no types. Lengths are points, and heights count from the top. */
declare module 'pdfkit' {
  import type { Readable } from 'node:stream';

  export interface DocumentOptions {
    readonly pdfVersion: '1.7';
    readonly displayTitle: boolean;
    readonly lang?: string;
    readonly info: Readonly<Record<string, string | Date>>;
  }

  // biome-ignore lint/style/noDefaultExport: that is how pdfkit exports it
  export default class PDFDocument extends Readable {
    constructor(options: DocumentOptions & { readonly autoFirstPage: false; bufferPages: true });
    addPage(options: { readonly size: readonly [number, number]; readonly margin: number }): this;
    bufferedPageRange(): { readonly start: number; readonly count: number };
    switchToPage(index: number): void;
    font(name: string, size: number): this;
    fillColor(color: string, opacity?: number): this;
    text(
      text: string,
      x: number,
      y: number,
      options: { readonly lineBreak: boolean; readonly baseline: 'alphabetic' },
    ): this;
    widthOfString(text: string): number;
    moveTo(x: number, y: number): this;
    lineTo(x: number, y: number): this;
    lineWidth(width: number): this;
    strokeColor(color: string): this;
    stroke(): this;
    save(): this;
    restore(): this;
    rotate(degrees: number, options: { readonly origin: readonly [number, number] }): this;
    file(
      content: Uint8Array,
      options: {
        readonly name: string;
        readonly type: string;
        readonly description: string;
        readonly creationDate: Date;
        readonly modifiedDate: Date;
      },
    ): this;
    end(): void;
  }
}
