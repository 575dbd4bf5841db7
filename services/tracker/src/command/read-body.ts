import { longestBody } from '../record/fields.ts';
import { readText, type TextLimit } from '../transfer/read-text.ts';

/** A character is at most four bytes of UTF-8, so that what is longer cannot be a body; three more for a mark in front. */
const limit: TextLimit = {
  bytes: longestBody * 4 + 3,
  remedy: `a body has at most ${longestBody} characters: shorten it, or link to where the whole text is`,
};

/**
 * The text of a file, or of standard input for `-`, as a body: the line feed that ends a text file is none of it.
 * Throws FILE or INVALID.
 */
export async function readBody(file: string, stdin: NodeJS.ReadableStream): Promise<string> {
  return (await readText(file, stdin, limit)).replace(/\r?\n$/, '');
}
