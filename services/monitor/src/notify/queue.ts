/** Sends what one channel is owed. What is true of a delivery stands in the record, never only in a queue. */
export interface Queue {
  /** Looks into the record now; to be called when something may have become due. */
  wake(): void;
  /** Sends what is due by now and then no more; resolves when nothing is under way. */
  drain(): Promise<void>;
  /** Ends what is under way and leaves it owed. */
  cutOff(): void;
}
