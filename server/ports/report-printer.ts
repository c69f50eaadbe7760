import type { Report } from '../contract/report.ts';

/** Makes the PDF of a report. */
export interface ReportPrinter {
  /**
   * The bytes of a PDF that shows the report and has its JSON attached. Rejects with Fault
   * `report_generation_failed` when it cannot be made.
   */
  print(report: Report): Promise<Uint8Array>;
}
