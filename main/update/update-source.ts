/** Where newer versions come from. */
export interface UpdateSource {
  /** The newest version of the feed; null when it is not newer than this one. Rejects when it cannot be read. */
  newest(feed: string): Promise<string | null>;
  /** Fetches what `newest` found, and answers the package's file. */
  download(): Promise<string>;
  /** Ends the app, installs the package and starts it again. Rejects when the app goes on without it. */
  install(): Promise<void>;
}
