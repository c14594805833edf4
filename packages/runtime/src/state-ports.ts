/** A position in an append log: the number of a record, starting at 1, and the SHA-256 of its line. */
export interface LogPosition {
  readonly seq: number;
  readonly digest: string;
}

/** A record of an append log. */
export interface LogRecord extends LogPosition {
  readonly record: unknown;
}

/** Result of verifying a log: the number of valid records, and the first invalid line. */
export type LogVerdict =
  | {
      readonly ok: true;
      readonly records: number;
      readonly last: LogPosition | undefined;
      /** Number of the first record that is kept, if older ones were removed by rotation. */
      readonly from?: number;
      /** The incomplete record that a killed writer left at the end; the next append removes it. */
      readonly torn?: { readonly file: string; readonly bytes: number };
    }
  | {
      readonly ok: false;
      readonly records: number;
      /** Path of the file with the invalid line. */
      readonly file: string;
      /** Number of the line in that file, starting at 1. */
      readonly line: number;
      readonly reason: string;
    };

/** An append-only log of JSON values. */
export interface AppendLog {
  /** Appends a record. If this rejects, the record is not in the log, unless the disk also failed to undo the write. */
  append(record: unknown): Promise<LogPosition>;
  /** All records, oldest first. Throws `state.log-broken` at the first invalid line. */
  records(): AsyncIterable<LogRecord>;
  /** Verifies every line, and that the log still contains a position noted earlier. */
  verify(known?: LogPosition): Promise<LogVerdict>;
}

/** A value under its key. */
export interface StoredRecord<Value> {
  readonly key: string;
  readonly value: Value;
}

/** JSON values by key. A record that cannot be parsed counts as missing. */
export interface RecordStore<Value> {
  get(key: string): Promise<Value | undefined>;
  put(key: string, value: Value): Promise<void>;
  /** Returns true if the record existed. */
  delete(key: string): Promise<boolean>;
  /** Every record, sorted by key. */
  list(): Promise<readonly StoredRecord<Value>[]>;
}
