/** Remembers the last sequence number of the connection and of every record, so that late events are recognised. */
export class Sequence {
  #last = 0;
  readonly #byRecord = new Map<string, number>();

  get last(): number {
    return this.#last;
  }

  start(lastSeq: number): void {
    this.#last = Math.max(this.#last, lastSeq);
  }

  /** Notes an event; false when a newer one of the same record has been seen. */
  accept(record: string, seq: number | undefined): boolean {
    if (seq === undefined) return true;
    this.#last = Math.max(this.#last, seq);
    if ((this.#byRecord.get(record) ?? 0) > seq) return false;
    this.#byRecord.set(record, seq);
    return true;
  }

  reset(): void {
    this.#last = 0;
    this.#byRecord.clear();
  }
}
