/** Where PDFs of scheduled reports are kept for people. */
export interface ReportFolder {
  /** Writes a whole file or none. Rejects with a `ReportNotFiled` where it cannot. */
  write(name: string, bytes: Uint8Array): Promise<void>;
}

/** Why a report is not in the folder; the message is for people. */
export class ReportNotFiled extends Error {
  override readonly name = 'ReportNotFiled';
}
