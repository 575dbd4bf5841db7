import { rmSync } from 'node:fs';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { damaged, isUnusable } from './sqlite-errors.ts';

type Row = Record<string, SQLOutputValue>;

/** The cache as a place to ask and to tell; its statements are prepared once. */
export class Cache {
  readonly database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  readonly #keepsDamaged: boolean;

  /** One that turns out to be damaged is removed, unless `keepDamaged` says that it is only looked at. */
  constructor(database: DatabaseSync, { keepDamaged = false } = {}) {
    this.database = database;
    this.#keepsDamaged = keepDamaged;
  }

  run(sql: string, ...values: SQLInputValue[]): void {
    this.#ask(sql, statement => statement.run(...values));
  }

  one(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#ask(sql, statement => statement.get(...values));
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#ask(sql, statement => statement.all(...values));
  }

  /** The commit whose events are in it, undefined while it is empty. */
  get commit(): string | undefined {
    return this.meta('commit');
  }

  meta(key: string): string | undefined {
    const value = this.one('SELECT value FROM meta WHERE key = ?', key)?.value;
    return typeof value === 'string' ? value : undefined;
  }

  setMeta(key: string, value: string): void {
    this.run('INSERT OR REPLACE INTO meta VALUES (?, ?)', key, value);
  }

  begin(): void {
    this.database.exec('BEGIN IMMEDIATE');
  }

  commitChanges(): void {
    this.database.exec('COMMIT');
  }

  rollBack(): void {
    if (this.database.isTransaction) this.database.exec('ROLLBACK');
  }

  /** What several questions find is of one moment, whatever others write meanwhile. */
  steadily<Result>(read: () => Result): Result {
    this.database.exec('SAVEPOINT steadily');
    try {
      return read();
    } finally {
      this.database.exec('RELEASE steadily');
    }
  }

  close(): void {
    this.#statements.clear();
    this.database.close();
  }

  #ask<Answer>(sql: string, ask: (statement: StatementSync) => Answer): Answer {
    try {
      return ask(this.#prepared(sql));
    } catch (error) {
      throw isUnusable(error) && !this.#keepsDamaged ? this.#removed(error) : error;
    }
  }

  #removed(cause: unknown): Error {
    const file = this.database.location();
    try {
      if (file !== null) rmSync(file, { force: true });
    } catch {
      // Where it cannot be removed, whoever opens it next builds one in memory.
    }
    return damaged(file, cause);
  }

  #prepared(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }
}

/** A column that the tables say is text. */
export function textOf(value: SQLOutputValue | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** A column that the tables say is a number. */
export function numberOf(value: SQLOutputValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}
