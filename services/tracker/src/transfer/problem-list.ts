/** How many problems are told one by one: a file may have millions. */
const most = 100;

/** Everything that is wrong with a file, each with its place: `items[3].title must be text`. */
export class ProblemList {
  readonly #told: string[] = [];
  #count = 0;

  add(place: string, what: string): void {
    this.#count += 1;
    if (this.#told.length < most) this.#told.push(`${place} ${what}`);
  }

  /** Another list that begins with the same. */
  copy(): ProblemList {
    const copy = new ProblemList();
    copy.#count = this.#count;
    copy.#told.push(...this.#told);
    return copy;
  }

  get count(): number {
    return this.#count;
  }

  get told(): readonly string[] {
    const rest = this.#count - this.#told.length;
    return rest === 0 ? this.#told : [...this.#told, `and ${rest} more`];
  }
}
