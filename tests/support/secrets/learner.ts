/** Learns what an answer hands out. */
export interface Learner {
  /** Learns a value that is a secret. */
  learn(name: string, value: string): void;
  /**
   * Learns the value of a field if its name says that it is a secret.
   *
   * @param aboutError whether the field may describe an error, so that a code may be an error code
   */
  field(name: string, value: string, aboutError: boolean): void;
}
