/** The package's own types are not reachable through its `exports`; the API is better-sqlite3's. */
declare module 'better-sqlite3-multiple-ciphers' {
  import Database from 'better-sqlite3';
  export = Database;
}
