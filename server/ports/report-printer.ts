import type { Report } from '../contract/report.ts';
import type { PeriodReport } from '../contract/reports/period-report.ts';

/** Renders reports as PDF. */
export interface ReportPrinter {
  /**
   * The bytes of a PDF that shows the report and has its JSON attached. Rejects with Fault
   * `report_generation_failed`.
   */
  print(report: Report | PeriodReport): Promise<Uint8Array>;
}
