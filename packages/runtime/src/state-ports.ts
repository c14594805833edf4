/** A place in an append log: the number of a record, from 1, and the SHA-256 of its line. */
export interface LogPosition {
  readonly seq: number;
  readonly digest: string;
}

/** A record of an append log. */
export interface LogRecord extends LogPosition {
  readonly record: unknown;
}

/** What a check of a whole log found: how many records are good, and the first line that is not. */
export type LogVerdict =
  | { readonly ok: true; readonly records: number; readonly last: LogPosition | undefined }
  | { readonly ok: false; readonly records: number; readonly line: number; readonly reason: string };

/** A log of JSON values to which is only added. */
export interface AppendLog {
  /** Adds a record. When this rejects, the record is not in the log, unless the disk refused to take it back, too. */
  append(record: unknown): Promise<LogPosition>;
  /** All records so far, oldest first; throws `state.log-broken` at the first line that is not the next record. */
  records(): AsyncIterable<LogRecord>;
  /** Checks every line, and that the log still contains a position that was noted earlier. */
  verify(known?: LogPosition): Promise<LogVerdict>;
}

/** A value under its key. */
export interface StoredRecord<Value> {
  readonly key: string;
  readonly value: Value;
}

/** JSON values by key. A record that cannot be understood counts as absent. */
export interface RecordStore<Value> {
  get(key: string): Promise<Value | undefined>;
  put(key: string, value: Value): Promise<void>;
  /** True when there was one. */
  delete(key: string): Promise<boolean>;
  /** Every record, sorted by key. */
  list(): Promise<readonly StoredRecord<Value>[]>;
}
